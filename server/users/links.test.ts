import { beforeAll, describe, expect, test } from "bun:test";
import { accountDesk, storedAccount } from "../../tests/support/account.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertUser, type UserRow } from "../../tests/support/builders.ts";
import { linesOn } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { createLink } from "../auth/links.ts";
import { queueMail } from "../events/queue-mail.ts";
import { deleteUser } from "./delete-user.ts";
import { resendInvitation, resetByAdmin } from "./links.ts";

const database = setUpTestDatabase();
let deps: ActorDeps;
/** The first user: queries without a condition would return their links. */
let first: UserRow;
beforeAll(async () => {
  first = await insertUser(database.db, { state: "invited" });
  deps = await actingAs(database.db, await insertUser(database.db, { role: "Super Admin" }));
}, 60_000);

const withMail = { smtpUrl: "smtp://mail.test" };
const kept = (user: { id: string }) => storedAccount(database.db, user);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

/** Signed in, with a link, and a queued mail with another. */
async function withLinks(state: "active" | "invited"): Promise<UserRow> {
  const { db } = database;
  const user = await insertUser(db, { state, password_hash: "x" });
  if (state === "active") await accountDesk(db).signedIn(user);
  const kind = state === "invited" ? "invitation" : "reset";
  await createLink(db, { kind, userId: user.id, now: new Date() });
  await db.transaction().execute((tx) => {
    return queueMail(tx, { template: kind, userId: user.id, data: {} }, new Date());
  });
  return user;
}

describe("a reset by an administrator", () => {
  test("ends sessions and earlier links, and emails a new link", async () => {
    const [user, other] = [await withLinks("active"), await withLinks("active")];
    const before = await kept(other);
    const email = String(user.email).toUpperCase();
    const { message } = await resetByAdmin(deps, { email }, withMail);
    expect(message).toBe("A link was sent by email. All sessions of this user have ended.");
    expect(await kept(user)).toMatchObject({
      ...{ state: "active", password_hash: "x", sessions: 0, openLinks: 0 },
      mails: ["reset skipped", "reset-by-admin queued"],
    });
    expect(await kept(other)).toEqual(before);
    expect(await kept(first)).toMatchObject({ mails: [] });
    expect(await linesOn(database.db, user.id)).toMatchObject([
      { act: "password.reset-by-admin", by: deps.actor.id },
    ]);
    expect(await askedBy(user)).toEqual([null, deps.actor.id]);
  });

  test("sends an invited user the invitation again", async () => {
    const user = await withLinks("invited");
    await resetByAdmin(deps, { email: user.email ?? "" }, withMail);
    expect(await kept(user)).toMatchObject({
      ...{ openLinks: 0, mails: ["invitation skipped", "invitation queued"] },
    });
  });

  test("is refused for disabled and unknown users", async () => {
    const user = await insertUser(database.db, { state: "disabled" });
    expect(await codeOf(resetByAdmin(deps, { email: user.email ?? "" }, withMail))).toBe(
      "not_found",
    );
    expect(await codeOf(resetByAdmin(deps, { email: "unknown@nowhere.test" }, withMail))).toBe(
      "not_found",
    );
    expect(await kept(user)).toMatchObject({ mails: [] });
  });

  test("sees a disable that committed a moment ago", async () => {
    const user = await withLinks("active");
    const disable = database.db.updateTable("users").set({ state: "disabled" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(disable.where("id", "=", user.id).compile()),
      () => codeOf(resetByAdmin(deps, { email: user.email ?? "" }, withMail)),
    );
    expect(late).toBe("not_found");
    expect(await kept(user)).toMatchObject({ mails: ["reset queued"] });
  });
});

describe("an invitation that is sent again", () => {
  test("is emailed, and the earlier link stops working", async () => {
    const [user, other] = [await withLinks("invited"), await withLinks("invited")];
    const before = await kept(other);
    const { message } = await resendInvitation(deps, user.id, withMail);
    expect(message).toBe("Invitation sent.");
    expect(await kept(user)).toMatchObject({
      ...{ openLinks: 0, mails: ["invitation skipped", "invitation queued"] },
    });
    expect(await kept(other)).toEqual(before);
    expect(await kept(first)).toMatchObject({ mails: [] });
    expect(await linesOn(database.db, user.id)).toMatchObject([
      { act: "user.invited", by: deps.actor.id },
    ]);
  });

  test("is refused for deleted and active users", async () => {
    const [gone, active] = [
      await insertUser(database.db, { state: "invited" }),
      await withLinks("active"),
    ];
    await deleteUser(deps, gone.id);
    expect(await codeOf(resendInvitation(deps, gone.id, withMail))).toBe("not_found");
    expect(await codeOf(resendInvitation(deps, Bun.randomUUIDv7(), withMail))).toBe("not_found");
    expect(await codeOf(resendInvitation(deps, active.id, withMail))).toBe("already_accepted");
    expect(await kept(active)).toMatchObject({
      sessions: 1,
      openLinks: 1,
      mails: ["reset queued"],
    });
  });

  test("is refused for a user who accepted a moment ago", async () => {
    const user = await withLinks("invited");
    const accept = database.db.updateTable("users").set({ state: "active" });
    const late = await actDuring(
      database,
      (tx) => tx.executeQuery(accept.where("id", "=", user.id).compile()),
      () => codeOf(resendInvitation(deps, user.id, withMail)),
    );
    expect(late).toBe("already_accepted");
  });
});

test("without a mail server the answers say that nothing was sent", async () => {
  const [user, invited] = [await withLinks("active"), await withLinks("invited")];
  const none = { smtpUrl: null };
  const reset = await resetByAdmin(deps, { email: user.email ?? "" }, none);
  const again = await resendInvitation(deps, invited.id, none);
  expect([reset.message, again.message]).toEqual([
    "All sessions of this user have ended. Email isn't set up, so the message with the link is stored under Settings.",
    "Email isn't set up, so the invitation is stored under Settings.",
  ]);
});

async function askedBy({ id }: UserRow): Promise<(string | null)[]> {
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select("data")
    .where("user_id", "=", id)
    .orderBy("id")
    .execute();
  return mails.map(({ data }) => (data as { askedBy?: string }).askedBy ?? null);
}
