import { beforeAll, expect, test } from "bun:test";
import type { MailState } from "../../shared/mails.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { countLiveEvents, storedLiveEvents } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { listAudit } from "../audit/queries.ts";
import { leaseMail, type MailJob, markFailed } from "./outbox/lease.ts";
import { tryMailAgain } from "./sent-mails.ts";

const earlier = new Date("2026-11-20T09:00:00Z");
const database = setUpTestDatabase();
let deps: ActorDeps & { sending: boolean };
let ana: UserRow;

beforeAll(async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  ana = await insertUser(database.db, { first_name: "Ana", last_name: "Ruiz" });
  deps = { ...(await actingAs(database.db, admin)), sending: true };
}, 60_000);

async function insertMail(
  state: MailState,
  user: UserRow | null = ana,
  given: object = {},
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const tried = { attempts: 34, error: "550 No such mailbox", address: "ana@old.test" };
  await database.db
    .insertInto("outgoing_mails")
    .values({
      ...{ id, state, template: "ticket-reply", user_id: user?.id ?? null, data: {} },
      ...{ next_attempt_at: earlier, created_at: earlier, ...(state === "failed" && tried) },
      ...given,
    })
    .execute();
  return id;
}

const giveUp = (job: MailJob, why: string) =>
  database.db.transaction().execute((tx) => markFailed(tx, job, why));

const mailAt = (id: string) =>
  database.db
    .selectFrom("outgoing_mails")
    .select(["state", "attempts", "error", "next_attempt_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const linesOf = async (id: string) =>
  (await listAudit(database.db, { subjectId: id, limit: 10 })).rows;

test("a failed mail is queued like a new one, which is audited with its recipient", async () => {
  const id = await insertMail("failed");
  expect(await tryMailAgain(deps, { id })).toEqual({ id });
  expect(await mailAt(id)).toEqual({
    ...{ state: "queued", attempts: 0, error: null, next_attempt_at: deps.now },
  });
  expect(await linesOf(id)).toMatchObject([
    { act: "mail.tried-again", person: { name: "Ana Ruiz" }, changes: [{ after: "Reply" }] },
  ]);
  const job = await leaseMail(database.db, deps.now, 60_000);
  expect(job).toMatchObject({ id, attempt: 1 });
  if (job) await giveUp(job, "550 Still none");
  expect((await mailAt(id)).state).toBe("failed");
});

test("a stored mail is queued once there is a mail server", async () => {
  const id = await insertMail("kept");
  await tryMailAgain({ ...deps, sending: false }, { id });
  expect((await mailAt(id)).state).toBe("kept");
  expect(await linesOf(id)).toEqual([]);
  await tryMailAgain(deps, { id });
  expect(await mailAt(id)).toMatchObject({ state: "queued", next_attempt_at: deps.now });
  expect(await linesOf(id)).toMatchObject([
    { act: "mail.kept-sent", person: { name: "Ana Ruiz" } },
  ]);
  expect(await leaseMail(database.db, deps.now, 60_000)).toMatchObject({ id, attempt: 1 });
});

test("pages that show the failure are notified", async () => {
  const { db } = database;
  const company = await insertCompany(db);
  const ticket = await insertTicket(db, { requester_id: ana.id, company_id: company.id });
  const { id: message_id } = await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id });
  const reply = await insertMail("failed", ana, { message_id, ticket_id: ticket.id });
  await tryMailAgain(deps, { id: reply });
  const job = await leaseMail(db, deps.now, 60_000);
  if (!job) throw new Error("Nothing is due");
  await giveUp(job, "550 Still none");
  // Another user has the address by now.
  await giveUp(job, "550 Late");
  const told = { topic: "ticket", audience: "staff", version: null, number: ticket.number };
  expect(await storedLiveEvents(db, ticket.id)).toEqual(
    Array(2).fill({ ...told, company_ids: [company.id], people_ids: [] }),
  );

  const before = await countLiveEvents(db, "users");
  await tryMailAgain(deps, { id: await insertMail("failed", ana, { template: "reset" }) });
  expect(await countLiveEvents(db, "users")).toBe(before + 1);
  await tryMailAgain(deps, { id: await insertMail("failed", ana, { template: "password-set" }) });
  expect(await countLiveEvents(db, "users")).toBe(before + 1);
});

test("requested twice at once, or with one key, it is queued once", async () => {
  const both = await insertMail("failed");
  await Promise.all([tryMailAgain(deps, { id: both }), tryMailAgain(deps, { id: both })]);
  expect(await linesOf(both)).toHaveLength(1);

  const keyed = await insertMail("failed");
  const key = Bun.randomUUIDv7();
  await tryMailAgain(deps, { id: keyed }, key);
  await database.db
    .updateTable("outgoing_mails")
    .set({ state: "failed" })
    .where("id", "=", keyed)
    .execute();
  expect(await tryMailAgain(deps, { id: keyed }, key)).toEqual({ id: keyed });
  expect((await mailAt(keyed)).state).toBe("failed");
});

test("a mail that did not fail stays, one without recipient is audited, an unknown one is not found", async () => {
  for (const state of ["queued", "sent", "skipped"] as const) {
    const id = await insertMail(state);
    await tryMailAgain(deps, { id });
    expect((await mailAt(id)).state).toBe(state);
    expect(await linesOf(id)).toEqual([]);
  }
  const nobodys = await insertMail("failed", null);
  await tryMailAgain(deps, { id: nobodys });
  expect(await linesOf(nobodys)).toMatchObject([{ person: null }]);
  const none = tryMailAgain(deps, { id: Bun.randomUUIDv7() });
  expect((await refusalOf(none)).code).toBe("not_found");
});
