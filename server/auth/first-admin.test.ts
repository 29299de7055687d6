import { beforeEach, expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { linesOn } from "../../tests/support/stored.ts";
import { setUpTestServer } from "../../tests/support/test-server.ts";
import { openDatabase } from "../db/database.ts";
import {
  createFirstAdmin,
  createFirstAdminLink,
  awaitsFirstAdmin as isAwaited,
} from "./first-admin.ts";
import { createLink as createAnyLink } from "./links.ts";
import { tokenHash } from "./tokens.ts";

const server = setUpTestServer();
beforeEach(() => server.db.deleteFrom("users").execute());

test("one of four valid links used at the same time creates a Super Admin, and the others say so", async () => {
  for (let round = 0; round < 12; round += 1) {
    const links = await Promise.all(Array.from({ length: 4 }, createLink));
    const outcomes = await Promise.allSettled(links.map((token) => create(token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(codeOf(outcome.reason)).toBe("already_set_up");
    }
    expect(await superAdmins()).toHaveLength(1);
    await server.db.deleteFrom("users").execute();
  }
}, 60_000);

test("a visitor learns that the desk is not set up until it is", async () => {
  expect(await awaitsFirstAdmin()).toBe(true);
  const link = await createLink();
  expect(await awaitsFirstAdmin()).toBe(true);
  await create(link);
  expect(await awaitsFirstAdmin()).toBe(false);
  await server.db.deleteFrom("users").execute();
});

test("the first Super Admin is audited as having set up the desk", async () => {
  const token = await createLink();
  expect((await create(token)).message).toBe("Your account is ready. Please sign in.");
  const [admin] = await superAdmins();
  expect(admin).toMatchObject({ state: "active", first_name: "Ada" });
  expect(await linesOn(server.db, admin?.id ?? null)).toMatchObject([
    { act: "desk.first-admin-created", by: admin?.id },
  ]);
  const { subject_kind } = await server.db
    .selectFrom("audit_log")
    .select("subject_kind")
    .where("subject_id", "=", admin?.id ?? null)
    .executeTakeFirstOrThrow();
  expect(subject_kind).toBe("user");
  const { used_at } = await server.db
    .selectFrom("links")
    .select("used_at")
    .where("token_hash", "=", tokenHash(token))
    .executeTakeFirstOrThrow();
  expect(used_at).not.toBeNull();
});

test("the setup can rename the desk, which is audited", async () => {
  await create(await createLink(), { deskName: "Northwind Support" });
  expect(await nameSeen()).toBe("Northwind Support");
  const [admin] = await superAdmins();
  const named = await server.db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_personal.audit_id", "audit_log.id")
    .select(["fields", "before", "after"])
    .where("actor_id", "=", admin?.id ?? null)
    .where("act", "=", "desk.updated")
    // The network is stored separately and deleted with the person.
    .where("person_id", "is", null)
    .execute();
  expect(named).toEqual([
    {
      fields: ["name"],
      before: { name: "Frontdesk" },
      after: { name: "Northwind Support" },
    },
  ]);
});

test("without a name in the setup the desk keeps its name", async () => {
  const before = await nameSeen();
  await create(await createLink());
  expect(await nameSeen()).toBe(before);
});

test("a repeated request after a lost answer succeeds, for the same person only", async () => {
  const given = { email: "ada@first.test", newPassword: "correct-horse" };
  const [token, requestId] = [await createLink(), Bun.randomUUIDv7()];
  const sent = { ...given, requestId };
  const answer = await create(token, sent);
  expect(await create(token, sent)).toEqual(answer);
  for (const other of [
    { ...sent, requestId: Bun.randomUUIDv7() },
    { ...sent, newPassword: "another-horse" },
    { ...sent, email: "eve@first.test" },
    given,
  ]) {
    await expect(create(token, other)).rejects.toMatchObject({ code: "link_spent" });
  }
  const late = await createAnyLink(server.db, {
    ...{ kind: "first-admin", userId: null, now: new Date() },
  });
  await expect(create(late, sent)).rejects.toMatchObject({ code: "already_set_up" });
  expect(await superAdmins()).toHaveLength(1);
  await server.db.deleteFrom("acts").execute();
});

test("once there is a Super Admin, a valid link is refused without hashing", async () => {
  const [used, left] = [await createLink(), await createLink()];
  await create(used);
  let hashed = 0;
  const passwords = {
    ...server.services.passwords,
    async hash() {
      hashed += 1;
      return "";
    },
  };
  const refused = create(left, {}, { ...server.services, passwords });
  await expect(refused).rejects.toMatchObject({ code: "already_set_up" });
  expect(hashed).toBe(0);
});

test("a link for another user's password creates no Super Admin", async () => {
  const { id } = await insertUser(server.db);
  const reset = { kind: "reset", userId: id, now: new Date() } as const;
  const token = await createAnyLink(server.db, reset);
  await expect(create(token)).rejects.toMatchObject({ code: "link_spent" });
  expect(await superAdmins()).toEqual([]);
});

test("the input is only checked with a valid link, and an error leaves the link valid", async () => {
  const [bad, good] = ["nothing", await createLink()];
  const short = { newPassword: "short" };
  await expect(create(bad, short)).rejects.toMatchObject({ code: "link_spent" });
  await expect(create(good, short)).rejects.toMatchObject({ code: "password_length" });
  const taken = { email: (await insertUser(server.db)).email ?? "" };
  await expect(create(good, taken)).rejects.toMatchObject({ code: "email_taken" });
  expect(await superAdmins()).toEqual([]);
  await create(good);
  expect(await superAdmins()).toHaveLength(1);
});

test("a desk that lost its last Super Admin can get another", async () => {
  await insertUser(server.db, { role: "Agent" });
  expect(await createFirstAdminLink(server.db, server.url, new Date())).not.toBeNull();
  const admin = await insertUser(server.db, { role: "Super Admin" });
  expect(await createFirstAdminLink(server.db, server.url, new Date())).toBeNull();
  const gone = { deleted_at: new Date(), state: "disabled", email: null } as const;
  await server.db.updateTable("users").set(gone).where("id", "=", admin.id).execute();
  expect(await createFirstAdminLink(server.db, server.url, new Date())).not.toBeNull();
});

test("a desk that was set up stays so for visitors, even without users", async () => {
  const db = openDatabase({ url: server.database.url, size: 1 });
  expect(await isAwaited(db)).toBe(true);
  await insertUser(server.db, { role: "Super Admin" });
  expect(await isAwaited(db)).toBe(false);
  await server.db.deleteFrom("users").execute();
  expect(await isAwaited(db)).toBe(false);
  await db.destroy();
});

async function awaitsFirstAdmin(): Promise<boolean> {
  const { body } = await server.visitor().query("session.current");
  return body.result.data.desk.awaitsFirstAdmin;
}

/** As shown to every visitor. */
async function nameSeen(): Promise<string> {
  const { body } = await server.visitor().query("session.current");
  return body.result.data.desk.name;
}

async function createLink(): Promise<string> {
  const link = await createFirstAdminLink(server.db, server.url, new Date());
  return new URL(link ?? "").hash.slice(1);
}

function create(
  token: string,
  given: { newPassword?: string; email?: string; deskName?: string; requestId?: string } = {},
  services = server.services,
) {
  const deps = {
    services,
    now: new Date(),
    requestId: Bun.randomUUIDv7(),
    ipAddress: "127.0.0.1",
    network: "127.0.0.0/24",
  };
  const email = `${Bun.randomUUIDv7()}@first.test`;
  const person = { firstName: "Ada", lastName: "Berg", email, newPassword: "correct-horse" };
  return createFirstAdmin(deps, { token, ...person, ...given });
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

function superAdmins() {
  return server.db
    .selectFrom("users")
    .select(["id", "state", "first_name"])
    .where("role", "=", "Super Admin")
    .execute();
}
