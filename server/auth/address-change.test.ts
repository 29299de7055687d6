import { describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { setUpAdminDesk } from "../../tests/support/admin-desk.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { actsOn } from "../../tests/support/stored.ts";
import { getUser } from "../users/details.ts";
import { createUserLink } from "../users/links.ts";
import { updateUser } from "../users/update-user.ts";
import {
  answerAddressChange,
  cancelAddressChange,
  confirmAddressOnServer,
  readAddressChange,
  sweepAddressChanges,
} from "./address-change.ts";
import { createLink } from "./links.ts";

const { database, deps } = setUpAdminDesk();

const password = { password_hash: "a hash", password_set_at: new Date(), state: "active" } as const;
const superAdmin = () => insertUser(database.db, { role: "Super Admin", ...password });
const newAddress = () => `${Bun.randomUUIDv7()}@new.test`;
const visitor = () => ({ db: database.db, now: new Date(), requestId: "test" });
/** Like the mail worker. */
const linkFor = ({ id }: UserRow, kind: "address-new" | "address-old") =>
  createLink(database.db, { kind, userId: id, now: new Date() });
const answer = async (user: UserRow, kind: "address-new" | "address-old", accept = true) =>
  (await answerAddressChange(visitor(), { token: await linkFor(user, kind), accept })).is;

async function addressOf({ id }: UserRow): Promise<string | null> {
  const { email } = await database.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return email;
}

async function mailsTo({ id }: UserRow) {
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select(["template", "state", "data"])
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();
  return mails.map(({ template, state, data }) => ({
    mail: `${template} ${state}`,
    to: (data as { to?: string }).to,
  }));
}

describe("the address of a Super Admin", () => {
  test("stays until it is confirmed from the new address and the current one", async () => {
    const user = await superAdmin();
    const [before, email] = [user.email ?? "", newAddress()];
    const { user: shown, changeId, addressChange } = await updateUser(deps, user.id, { email });
    expect([shown.email, changeId]).toEqual([before, null]);
    expect(addressChange).toMatchObject({ email, confirmedByNew: false, confirmedByOld: false });
    expect(await mailsTo(user)).toEqual([
      { mail: "address-new queued", to: undefined },
      { mail: "address-old queued", to: undefined },
    ]);
    expect(await answer(user, "address-new")).toBe("waiting");
    expect(await addressOf(user)).toBe(before);
    expect(await answer(user, "address-old")).toBe("changed");
    expect(await addressOf(user)).toBe(email);
    expect(await readAddressChange(database.db, user.id, new Date())).toBeNull();
    expect((await mailsTo(user)).at(-1)).toEqual({ mail: "address-changed queued", to: before });
    expect(await actsOn(database.db, user.id)).toEqual([
      "user.address-change-requested",
      "user.address-change-confirmed",
      "user.address-change-confirmed",
      "user.updated",
    ]);
  });

  test("stays so for anyone who was ever one, and for themselves", async () => {
    const user = await superAdmin();
    await updateUser(deps, user.id, { role: "Agent", companyScope: "all" });
    await updateUser(deps, user.id, { email: newAddress() });
    expect(await addressOf(user)).toBe(user.email);
    const own = await updateUser(deps, deps.actor.id, { firstName: "Ada", email: newAddress() });
    // The first user in this file has no password yet: no account can be taken over.
    expect(own.addressChange).toBeNull();
    const self = await superAdmin();
    const asked = await updateUser(await actingAs(database.db, self), self.id, {
      email: newAddress(),
      firstName: "Mia",
    });
    expect(asked.user).toMatchObject({ email: self.email, firstName: "Mia" });
    expect(asked.addressChange).not.toBeNull();
  });

  test("can be confirmed on the server in place of the current address", async () => {
    const user = await superAdmin();
    const email = newAddress();
    await updateUser(deps, user.id, { email });
    const confirm = (sendsMail: boolean) =>
      confirmAddressOnServer(visitor(), { userId: user.id, sendsMail });
    expect(await confirm(true)).toEqual({ is: "waiting", email, token: null });
    const { token } = await confirm(false);
    const { is } = await answerAddressChange(visitor(), { token: token ?? "", accept: true });
    expect([is, await addressOf(user)]).toEqual(["changed", email]);
    expect((await refusalOf(confirm(true))).code).toBe("not_found");
  });

  test("is cancelled by a Super Admin, or by either link", async () => {
    const user = await superAdmin();
    for (const cancel of [
      () => cancelAddressChange(deps, user.id),
      () => answer(user, "address-new", false),
      () => answer(user, "address-old", false),
    ]) {
      await updateUser(deps, user.id, { email: newAddress() });
      const left = await linkFor(user, "address-old");
      await cancel();
      const late = answerAddressChange(visitor(), { token: left, accept: true });
      expect((await refusalOf(late)).code).toBe("link_spent");
      expect(await readAddressChange(database.db, user.id, new Date())).toBeNull();
    }
    expect(await addressOf(user)).toBe(user.email);
    expect((await refusalOf(cancelAddressChange(deps, user.id))).code).toBe("not_found");
  });

  test("starts again for another new address, for which earlier answers do not count", async () => {
    const user = await superAdmin();
    await updateUser(deps, user.id, { email: newAddress() });
    const left = await linkFor(user, "address-new");
    await answer(user, "address-old");
    const email = newAddress();
    const { addressChange } = await updateUser(deps, user.id, { email });
    expect(addressChange).toMatchObject({ email, confirmedByOld: false });
    const late = answerAddressChange(visitor(), { token: left, accept: true });
    expect((await refusalOf(late)).code).toBe("link_spent");
  });

  test("of someone disabled, or to an address that another user has, is refused", async () => {
    const [user, other] = [await superAdmin(), await superAdmin()];
    const taken = updateUser(deps, user.id, { email: other.email ?? "" });
    expect((await refusalOf(taken)).code).toBe("email_taken");
    await updateUser(deps, user.id, { state: "disabled" });
    const disabled = updateUser(deps, user.id, { email: newAddress() });
    expect((await refusalOf(disabled)).code).toBe("address_needs_active");
  });

  test("waits two days; disabling the person or a new password ends the wait", async () => {
    const user = await superAdmin();
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await updateUser(deps, user.id, { email: newAddress() });
    expect(await readAddressChange(database.db, user.id, later(47))).not.toBeNull();
    expect(await readAddressChange(database.db, user.id, later(49))).toBeNull();
    await updateUser(deps, user.id, { state: "disabled" });
    expect(await readAddressChange(database.db, user.id, new Date())).toBeNull();
    await updateUser(deps, user.id, { state: "active" });
    await updateUser(deps, user.id, { email: newAddress() });
    await sweepAddressChanges(database.db, later(49));
    const rows = database.db.selectFrom("address_changes").selectAll();
    expect(await rows.where("user_id", "=", user.id).execute()).toEqual([]);
  });
});

test("no link is copied for anyone who was ever a Super Admin", async () => {
  const user = await superAdmin();
  await updateUser(deps, user.id, { role: "Agent", companyScope: "all" });
  const noMail = { smtpUrl: null, baseUrl: null };
  const refused = await refusalOf(createUserLink(deps, noMail, user.id));
  expect(refused.code).toBe("link_by_shell_only");
  const { canCopyLink } = await getUser(deps, user.id, noMail);
  expect(canCopyLink).toBe(false);
});

test("anyone else's address changes directly, and the previous address is notified", async () => {
  const user = await insertUser(database.db, { role: "Agent", ...password });
  const email = newAddress();
  const { addressChange } = await updateUser(deps, user.id, { email });
  expect([addressChange, await addressOf(user)]).toEqual([null, email]);
  expect(await mailsTo(user)).toEqual([
    { mail: "address-changed queued", to: user.email ?? undefined },
  ]);
});

test("a change of role is mailed to the person, unless they never signed in", async () => {
  const [user, invited] = [
    await insertUser(database.db, { role: "Agent", ...password }),
    await insertUser(database.db, { role: "Agent", state: "invited", password_hash: null }),
  ];
  for (const { id } of [user, invited]) await updateUser(deps, id, { role: "Customer" });
  expect(await mailsTo(user)).toEqual([{ mail: "role-changed queued", to: undefined }]);
  expect(await mailsTo(invited)).toEqual([]);
});
