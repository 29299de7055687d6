import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { BulkAct } from "../../shared/tickets/bulk.ts";
import type { MergePreview } from "../../shared/tickets/merge.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import {
  actorOf,
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Tx } from "../db/database.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { getJob } from "../jobs/queries.ts";
import { runSlice } from "../jobs/run-slice.ts";
import { startJob } from "../jobs/start-job.ts";
import { changeManyTickets, ticketBulkHandler, undoManyTickets } from "./bulk.ts";
import { ticketBulkUndoHandler } from "./bulk-undo.ts";
import { previewMergeOf } from "./merge.ts";
import { markSpam } from "./spam.ts";

const database = setUpTestDatabase();
let maya: UserRow;
let deps: JobDeps;
let ana: UserRow;
let company: { id: string };
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  const { db } = database;
  company = await insertCompany(db);
  ana = await insertUser(db, { companies: [company.id] });
  maya = await insertUser(db, { role: "Agent", company_scope: "all" });
  deps = {
    db,
    now,
    actor: await actorOf(db, maya),
    credential: null,
    requestId: "test",
    handlers: jobHandlers,
  };
}, 60_000);

async function tickets(count: number, given: Partial<TicketRow> = {}): Promise<TicketRow[]> {
  const created_at = new Date("2026-11-20T10:00:00.000Z");
  const base = { requester_id: ana.id, company_id: company.id, status: "open" as const };
  const made = [];
  for (let each = 0; each < count; each++) {
    made.push(await insertTicket(database.db, { ...base, created_at, ...given }));
  }
  return made;
}

function change(some: readonly { id: string }[], act: BulkAct, by = deps) {
  return changeManyTickets(by, {
    requestId: Bun.randomUUIDv7(),
    act,
    ids: some.map(({ id }) => id),
  });
}

async function statusesOf(some: readonly { id: string }[]): Promise<string[]> {
  return (await rowsOf(some)).map(({ status }) => status);
}

async function rowsOf(some: readonly { id: string }[]): Promise<TicketRow[]> {
  const ids = some.map(({ id }) => id);
  return await database.db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("number")
    .execute();
}

test("a small bulk change is made immediately, and each refused ticket is listed with its reason", async () => {
  const good = await tickets(3);
  const [closed] = await tickets(1, { status: "closed", subject: "Closed long ago" });
  const { job, refusals } = await change([...good, closed as TicketRow], {
    kind: "patch",
    patch: { status: "pending" },
  });
  expect(job).toMatchObject({ state: "done", total: 4, done: 4, refused: 1 });
  expect(job.title).toBe("Setting 4 tickets to Pending");
  expect(refusals).toEqual([
    {
      subject: `#${closed?.number} Closed long ago`,
      message: "A ticket can't change from Closed to Pending.",
    },
  ]);
  expect(await statusesOf(good)).toEqual(["pending", "pending", "pending"]);
});

test("a ticket that is refused in the middle does not stop the others", async () => {
  const some = [
    ...(await tickets(1)),
    ...(await tickets(1, { status: "closed" })),
    ...(await tickets(1)),
  ];
  const patch = { assigneeId: maya.id, addTags: ["bulk"] };
  const { job } = await change(some, { kind: "patch", patch });
  expect(job).toMatchObject({ done: 3, refused: 1 });
  const tagged = await database.db
    .selectFrom("ticket_tags")
    .innerJoin("tags", "tags.id", "ticket_tags.tag_id")
    .select("ticket_id")
    .where("name", "=", "bulk")
    .execute();
  expect(tagged.map(({ ticket_id }) => ticket_id).sort()).toEqual(
    [some[0]?.id, some[2]?.id].map(String).sort(),
  );
});

test("the new assignee of many tickets gets a notification for each and no email", async () => {
  const noah = await insertUser(database.db, { role: "Agent" });
  const some = await tickets(2);
  await change(some, { kind: "patch", patch: { assigneeId: noah.id } });
  const heard = await database.db
    .selectFrom("notifications")
    .select(["ticket_id", "kind"])
    .where("user_id", "=", noah.id)
    .execute();
  expect(heard.map(({ ticket_id, kind }) => [ticket_id, kind]).sort()).toEqual(
    some.map(({ id }) => [id, "assigned"]).sort(),
  );
  const mails = database.db
    .selectFrom("outgoing_mails")
    .select("id")
    .where("user_id", "=", noah.id);
  expect(await mails.execute()).toEqual([]);
});

test("members of a team that gets many tickets are notified of each unassigned one, without email", async () => {
  const { db } = database;
  const mate = await insertUser(db, { role: "Agent" });
  const { id: teamId } = await insertTeam(db);
  await db.insertInto("team_members").values({ team_id: teamId, user_id: mate.id }).execute();
  const some = await tickets(2);
  const taken = await tickets(1, { assignee_id: maya.id });
  await change([...some, ...taken], { kind: "patch", patch: { teamId } });
  const heard = await db
    .selectFrom("notifications")
    .select(["ticket_id", "kind"])
    .where("user_id", "=", mate.id)
    .execute();
  expect(heard.map(({ ticket_id, kind }) => [ticket_id, kind]).sort()).toEqual(
    some.map(({ id }) => [id, "team"]).sort(),
  );
  const mails = db.selectFrom("outgoing_mails").select("id").where("user_id", "=", mate.id);
  expect(await mails.execute()).toEqual([]);
});

test("a bulk change does not assign an agent who loses access at that moment", async () => {
  const { db } = database;
  const late = await insertUser(db, {
    ...{ role: "Agent" as const, company_scope: "assigned" as const },
    companies: [company.id],
  });
  const some = await tickets(2);
  const { job } = await actDuring(
    database,
    async (tx) => {
      await tx.selectFrom("users").select("id").where("id", "=", late.id).forUpdate().execute();
      await tx.deleteFrom("user_companies").where("user_id", "=", late.id).execute();
    },
    () => change(some, { kind: "patch", patch: { assigneeId: late.id } }),
  );
  expect(job).toMatchObject({ done: 2, refused: 2 });
  expect((await rowsOf(some)).map(({ assignee_id }) => assignee_id)).toEqual([null, null]);
});

test.each(["change", "Undo"])(
  "a bulk %s locks no assignee while it waits for the row of the actor",
  async (what) => {
    const { db } = database;
    const given = { role: "Agent", company_scope: "all" } as const;
    const [agent, other] = [await insertUser(db, given), await insertUser(db, given)];
    const [ticket] = await tickets(1, { assignee_id: agent.id, unassigned_since: null });
    const act = { kind: "patch", patch: { assigneeId: other.id } } as const;
    const items = [{ position: 0, subjectId: String(ticket?.id) }];
    const run = async (tx: Tx) => {
      if (what === "change") return await ticketBulkHandler.run(tx, deps, act, items);
      return await ticketBulkUndoHandler.run(tx, deps, { jobId }, items);
    };
    const jobId = what === "Undo" ? (await change([ticket as TicketRow], act)).job.id : "";
    const outcomes = await actDuring(
      database,
      (tx) => sql`select from users where id = ${maya.id} for update`.execute(tx),
      () => db.transaction().execute(run),
      (tx) =>
        sql`select from users where id in (${agent.id}, ${other.id}) for update nowait`.execute(tx),
    );
    expect(outcomes).toMatchObject([{ state: "done" }]);
  },
);

test("a ticket outside the actor's scope is refused without revealing anything about it", async () => {
  const other = await insertCompany(database.db);
  const agent = await insertUser(database.db, {
    ...{ role: "Agent" as const, company_scope: "assigned" as const },
    companies: [other.id],
  });
  const own = { ...deps, actor: await actorOf(database.db, agent) };
  const [foreign] = await tickets(1, { subject: "Secret" });
  const { refusals } = await change([foreign as TicketRow], { kind: "spam" }, own);
  expect(refusals).toEqual([
    {
      subject: "A ticket that is not there any more",
      message: "This doesn't exist, or you don't have access to it.",
    },
  ]);
});

test("a large bulk change continues in the background", async () => {
  const many = await tickets(230);
  const { job } = await change(many, { kind: "patch", patch: { priority: "high" } });
  expect(job).toMatchObject({ state: "queued", total: 230, done: 0 });
  while (await runSlice({ db: database.db, now, handlers: jobHandlers }));
  expect((await getJob(deps, job.id)).job).toMatchObject({ state: "done", done: 230 });
}, 60_000);

test("the same request runs once", async () => {
  const [ticket] = await tickets(1);
  const requestId = Bun.randomUUIDv7();
  const input = { requestId, act: { kind: "spam" as const }, ids: [String(ticket?.id)] };
  const [first, second] = [
    await changeManyTickets(deps, input),
    await changeManyTickets(deps, input),
  ];
  expect(second.job).toEqual(first.job);
  expect(first.job.refused).toBe(0);
});

test("the request of an undone bulk change cannot be used again", async () => {
  const ids = (await tickets(2)).map(({ id }) => id);
  const act = { kind: "patch" as const, patch: { priority: "high" as const } };
  const input = { requestId: Bun.randomUUIDv7(), act, ids };
  const { job } = await changeManyTickets(deps, input);
  const undo = { requestId: Bun.randomUUIDv7(), jobId: job.id };
  const undone = await undoManyTickets(deps, undo);
  expect((await undoManyTickets(deps, undo)).job).toEqual(undone.job);
  expect((await refusalOf(changeManyTickets(deps, input))).code).toBe("request_reused");
});

test("undoing a bulk change skips tickets that changed since", async () => {
  const some = await tickets(3);
  const { job } = await change(some, { kind: "patch", patch: { status: "resolved" } });
  const [touched] = some;
  await change([touched as TicketRow], { kind: "patch", patch: { status: "open" } });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ state: "done", done: 3, refused: 0 });
  // Resolving assigned it to the actor, and no one has changed that since.
  expect(undone.refusals).toEqual([
    {
      subject: `#${touched?.number} ${touched?.subject}`,
      message: "Its status changed again since, and stayed.",
    },
  ]);
  expect(await statusesOf(some)).toEqual(["open", "open", "open"]);
  const rows = await rowsOf(some);
  expect(rows.map(({ first_resolved_at }) => first_resolved_at)).toEqual([now, null, null]);
});

test("an Undo requested in time reverts every ticket, however long it takes", async () => {
  const some = await tickets(2);
  const { job } = await change(some, { kind: "patch", patch: { priority: "high" } });
  const undo = { kind: "ticket-bulk-undo", input: { jobId: job.id } } as const;
  const subjectIds = some.map(({ id }) => id);
  const { jobId } = await startJob(deps, { ...undo, requestId: Bun.randomUUIDv7(), subjectIds });
  const later = new Date(now.getTime() + 11 * 60_000);
  while (await runSlice({ db: database.db, now: later, handlers: jobHandlers }));
  expect((await getJob(deps, jobId)).job).toMatchObject({ state: "done", done: 2, refused: 0 });
  expect((await rowsOf(some)).map(({ priority }) => priority)).toEqual(["normal", "normal"]);
});

test("many tickets are merged into one", async () => {
  const [target, ...sources] = await tickets(3);
  const { job } = await change(sources, { kind: "merge", targetId: String(target?.id) });
  expect(job).toMatchObject({ state: "done", done: 2, refused: 0 });
  expect(await statusesOf(sources)).toEqual(["closed", "closed"]);
});

test("a ticket that already has the value counts as done, and Undo leaves it out", async () => {
  const [one] = await tickets(1);
  const [other] = await tickets(1, { status: "pending" });
  const { job } = await change([one as TicketRow, other as TicketRow], {
    kind: "patch",
    patch: { status: "pending" },
  });
  expect(job).toMatchObject({ done: 2, refused: 0 });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ state: "done", total: 1, refused: 0 });
  expect(await statusesOf([one as TicketRow, other as TicketRow])).toEqual(["open", "pending"]);
});

test("Undo keeps every field that changed since, and refuses the ticket with the reason", async () => {
  const [ticket] = await tickets(1);
  const { job } = await change([ticket as TicketRow], {
    kind: "patch",
    patch: { priority: "high" },
  });
  await change([ticket as TicketRow], { kind: "patch", patch: { priority: "urgent" } });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.refusals.map(({ message }) => message)).toEqual([
    "All of this has been changed again since, so there is nothing to undo.",
  ]);
});

test("Undo says why a ticket is hidden now", async () => {
  const [target, spam, merged] = await tickets(3);
  const some = [spam as TicketRow, merged as TicketRow];
  const { job } = await change(some, { kind: "patch", patch: { priority: "high" } });
  await change([spam as TicketRow], { kind: "spam" });
  await change([merged as TicketRow], { kind: "merge", targetId: String(target?.id) });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.refusals.map(({ message }) => message).sort()).toEqual([
    "This ticket is marked as spam. Mark it as not spam first.",
    "This ticket was merged into another one.",
  ]);
});

test("undoing a bulk spam keeps tickets that someone marked as spam again", async () => {
  const some = await tickets(3);
  const { job } = await change(some, { kind: "spam" });
  expect(await hiddenAmong(some)).toBe(3);
  const [touched] = some;
  const later = { ...deps, now: new Date(now.getTime() + 60_000) };
  const spam = { id: String(touched?.id), requestId: Bun.randomUUIDv7() };
  await markSpam(later, { ...spam, spam: false });
  await markSpam(later, { ...spam, requestId: Bun.randomUUIDv7(), spam: true });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ done: 3, refused: 1 });
  expect(undone.refusals).toEqual([
    {
      subject: `#${touched?.number} ${touched?.subject}`,
      message: "This can no longer be undone.",
    },
  ]);
  expect(await hiddenAmong(some)).toBe(1);
});

test('undoing a bulk "not spam" restores the original time of the spam mark', async () => {
  const since = new Date("2026-11-18T09:00:00.123Z");
  const some = await tickets(3, { spam_at: since });
  const [none] = await tickets(1);
  const { job } = await change([...some, none as TicketRow], { kind: "not-spam" });
  expect(job).toMatchObject({ title: "Taking 4 tickets out of spam", done: 4, refused: 0 });
  expect(await hiddenAmong(some)).toBe(0);
  const [touched, ...others] = some;
  const later = { ...deps, now: new Date(now.getTime() + 60_000) };
  const spam = { id: String(touched?.id), requestId: Bun.randomUUIDv7() };
  await markSpam(later, { ...spam, spam: true });
  await markSpam(later, { ...spam, requestId: Bun.randomUUIDv7(), spam: false });
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ total: 3, done: 3, refused: 1 });
  expect(undone.refusals).toEqual([
    {
      subject: `#${touched?.number} ${touched?.subject}`,
      message: "This can no longer be undone.",
    },
  ]);
  expect((await rowsOf(some)).map(({ spam_at }) => spam_at)).toEqual([null, since, since]);
  expect(others).toHaveLength(2);
});

test("bulk actions refuse a merged ticket with the reason", async () => {
  const [target] = await tickets(1);
  const [source] = await tickets(1, { merged_into_id: String(target?.id), status: "closed" });
  for (const act of [
    { kind: "patch", patch: { status: "pending" } },
    { kind: "spam" },
    { kind: "not-spam" },
  ] as const) {
    expect((await change([source as TicketRow], act)).refusals).toEqual([
      {
        subject: `#${source?.number} ${source?.subject}`,
        message: "This ticket was merged into another one.",
      },
    ]);
  }
});

test("bulk actions refuse a spam ticket with the reason; marking it as spam again changes nothing", async () => {
  const [fresh] = await tickets(1, { spam_at: new Date(now.getTime() - 1), subject: "Lottery" });
  const [old] = await tickets(1, { spam_at: new Date("2026-10-22T09:59:00Z"), subject: "Prince" });
  const [one] = await tickets(1);
  const all = [fresh, old, one] as TicketRow[];
  const refusalsOf = async (act: BulkAct) => (await change(all, act)).refusals;
  const named = (ticket: TicketRow | undefined, message: string) => ({
    subject: `#${ticket?.number} ${ticket?.subject}`,
    message,
  });
  const isSpam = "This ticket is marked as spam. Mark it as not spam first.";
  expect(await refusalsOf({ kind: "patch", patch: { status: "pending" } })).toEqual([
    named(fresh, isSpam),
    named(old, isSpam),
  ]);
  expect(await statusesOf(all)).toEqual(["open", "open", "pending"]);
  const marked = await change(all, { kind: "spam" });
  expect(marked.job).toMatchObject({ done: 3, refused: 0 });
  await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: marked.job.id });
  expect((await rowsOf(all)).map(({ spam_at }) => spam_at)).toEqual([
    ...[(fresh as TicketRow).spam_at, (old as TicketRow).spam_at, null],
  ]);
  expect(await refusalsOf({ kind: "not-spam" })).toEqual([
    named(old, "This ticket has been spam for more than 30 days, and stays hidden."),
  ]);
});

test("spam outside the actor's scope cannot be unmarked, without revealing anything about it", async () => {
  const other = await insertCompany(database.db);
  const agent = await insertUser(database.db, {
    ...{ role: "Agent" as const, company_scope: "assigned" as const },
    companies: [other.id],
  });
  const own = { ...deps, actor: await actorOf(database.db, agent) };
  const [foreign] = await tickets(1, { subject: "Secret", spam_at: now });
  for (const act of [{ kind: "not-spam" }, { kind: "spam" }] satisfies BulkAct[]) {
    const { refusals } = await change([foreign as TicketRow], act, own);
    expect(refusals).toEqual([
      {
        subject: "A ticket that is not there any more",
        message: "This doesn't exist, or you don't have access to it.",
      },
    ]);
  }
  expect(await hiddenAmong([foreign as TicketRow])).toBe(1);
});

test("undoing a bulk action ends it, and no other action of that person", async () => {
  const [one, other] = await tickets(2);
  const { job } = await change([one as TicketRow], { kind: "spam" });
  await change([other as TicketRow], { kind: "spam" });
  await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  const undone = await database.db
    .selectFrom("acts")
    .innerJoin("job_items", "job_items.made_id", "acts.id")
    .select(["subject_id", "undone_at"])
    .where("subject_id", "in", [String(one?.id), String(other?.id)])
    .where("acts.kind", "=", "bulk")
    .execute();
  const at = new Map(undone.map(({ subject_id, undone_at }) => [subject_id, undone_at]));
  expect([at.get(String(one?.id)), at.get(String(other?.id))]).toEqual([now, null]);
});

test("a bulk merge can be undone", async () => {
  const [target, ...sources] = await tickets(3);
  const { job } = await change(sources, { kind: "merge", targetId: String(target?.id) });
  expect(await hiddenAmong(sources)).toBe(2);
  const undone = await undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ done: 2, refused: 0 });
  expect(await hiddenAmong(sources)).toBe(0);
  expect(await statusesOf(sources)).toEqual(["open", "open"]);
});

test.each(["spam", "merge"] as const)(
  "undoing a bulk %s does not reassign agents who lost access since, or lose it at that moment",
  async (kind) => {
    const { db } = database;
    const agent = () =>
      insertUser(db, { role: "Agent", company_scope: "assigned", companies: [company.id] });
    const [before, late] = [await agent(), await agent()];
    const [target] = await tickets(1);
    const some = [before, late].map((one) => ({ assignee_id: one.id, unassigned_since: null }));
    const hidden = [...(await tickets(1, some[0])), ...(await tickets(1, some[1]))];
    const act = kind === "spam" ? { kind } : { kind, targetId: String(target?.id) };
    const { job } = await change(hidden, act);
    await db.deleteFrom("user_companies").where("user_id", "=", before.id).execute();
    const undone = await actDuring(
      database,
      async (tx) => {
        await tx.selectFrom("users").select("id").where("id", "=", late.id).forUpdate().execute();
        await tx.deleteFrom("user_companies").where("user_id", "=", late.id).execute();
      },
      () => undoManyTickets(deps, { requestId: Bun.randomUUIDv7(), jobId: job.id }),
    );
    expect(undone.job).toMatchObject({ done: 2, refused: 0 });
    const rows = await rowsOf(hidden);
    expect(rows.map(({ status, assignee_id }) => [status, assignee_id])).toEqual([
      ["open", null],
      ["open", null],
    ]);
  },
);

test("an Undo that fails for one ticket leaves that ticket unchanged and reverts the others", async () => {
  const other = await insertCompany(database.db);
  const agent = await insertUser(database.db, {
    ...{ role: "Agent" as const, company_scope: "assigned" as const },
    companies: [company.id, other.id],
  });
  const own = { ...deps, actor: await actorOf(database.db, agent) };
  const ben = await insertUser(database.db, { companies: [other.id] });
  const [stays] = await tickets(1);
  const [leaves] = await tickets(1, { company_id: other.id, requester_id: ben.id });
  const both = [stays as TicketRow, leaves as TicketRow];
  const { job } = await change(both, { kind: "spam" }, own);
  await database.db.deleteFrom("user_companies").where("company_id", "=", other.id).execute();
  const narrowed = { ...deps, actor: await actorOf(database.db, agent) };
  const undone = await undoManyTickets(narrowed, { requestId: Bun.randomUUIDv7(), jobId: job.id });
  expect(undone.job).toMatchObject({ done: 2, refused: 1 });
  expect(await hiddenAmong([stays as TicketRow])).toBe(0);
  expect(await hiddenAmong([leaves as TicketRow])).toBe(1);
});

test("tickets of two requesters are merged after the user confirms who will see what", async () => {
  const ben = await insertUser(database.db, {
    ...{ first_name: "Ben", last_name: "Keller", companies: [company.id] },
  });
  const [target] = await tickets(1);
  const [source] = await tickets(1, { requester_id: ben.id });
  const targetId = String(target?.id);
  const asked = await change([source as TicketRow], { kind: "merge", targetId });
  expect(asked.refusals[0]?.message).toContain("will see Ben Keller’s conversation");
  const merging = (agreedIds: string[]) =>
    change([source as TicketRow], { kind: "merge", targetId, agreedIds });
  const other = await merging([ana.id, Bun.randomUUIDv7()]);
  expect(other.refusals[0]?.message).toStartWith("Look again before you merge: ");
  const { job } = await merging([ana.id, ben.id]);
  expect(job).toMatchObject({ done: 1, refused: 0 });
});

test("a bulk merge shows its effect before it runs", async () => {
  const { db } = database;
  const named = (first_name: string, companyId: string) =>
    insertUser(db, { first_name, last_name: "K", companies: [companyId] });
  const [ben, carl] = [await named("Ben", company.id), await named("Carl", company.id)];
  const elsewhere = await insertCompany(db);
  const dora = await named("Dora", elsewhere.id);
  const [target, same] = await tickets(2);
  const [bens] = await tickets(1, { requester_id: ben.id });
  const [carls] = await tickets(1, { requester_id: carl.id });
  const [closed] = await tickets(1, { status: "closed" });
  const [doras] = await tickets(1, { requester_id: dora.id, company_id: elsewhere.id });
  const missing = Bun.randomUUIDv7();
  const preview = (...some: (TicketRow | undefined)[]) =>
    previewMergeOf(deps, {
      targetId: String(target?.id),
      sourceIds: some.map((ticket) => ticket?.id ?? missing),
    });
  const ana_ = `${ana.first_name} ${ana.last_name}`;
  expect(await preview(same)).toEqual({ asks: null, namedIds: [], opens: null, refusals: [] });
  expect((await preview(same, bens)).asks).toBe(
    `${ana_} will see Ben K’s conversation, and Ben K will see ${ana_}’s.`,
  );
  expect((await preview(bens, carls)).asks).toBe(
    `${ana_}, Ben K and Carl K will see each other’s conversations.`,
  );
  expect(await preview(closed, doras, undefined, target)).toEqual({
    ...{ asks: null, namedIds: [], opens: null },
    refusals: [
      { id: closed?.id, message: `#${closed?.number} is closed. What is closed stays as it is.` },
      { id: doras?.id, message: "The two tickets belong to different companies." },
      { id: target?.id, message: "A ticket cannot be merged into itself." },
      { id: missing, message: "This doesn't exist, or you don't have access to it." },
    ] as MergePreview["refusals"],
  });
  const [late] = await tickets(1, { requester_id: ben.id });
  expect((await preview(doras, late)).asks).toContain("Ben K");
  const left = await insertUser(db);
  const [lefts] = await tickets(1, { requester_id: left.id });
  expect((await preview(lefts)).refusals).toEqual([
    {
      id: lefts?.id ?? "",
      message: "One of the requesters does not belong to the company. They can be linked.",
    },
  ]);
});

test("the preview of a bulk merge shows only tickets that the reader can see", async () => {
  const elsewhere = await insertCompany(database.db);
  const scope = { role: "Agent", company_scope: "assigned" } as const;
  const narrow = await insertUser(database.db, { ...scope, companies: [company.id] });
  const by = { ...deps, actor: await actorOf(database.db, narrow) };
  const [seen] = await tickets(1);
  const [hidden] = await tickets(1, { company_id: elsewhere.id });
  const [one, other] = [seen?.id ?? "", hidden?.id ?? ""];
  expect(await previewMergeOf(by, { targetId: one, sourceIds: [other] })).toEqual({
    ...{ asks: null, namedIds: [], opens: null },
    refusals: [{ id: other, message: "This doesn't exist, or you don't have access to it." }],
  });
  const refused = await refusalOf(previewMergeOf(by, { targetId: other, sourceIds: [one] }));
  expect(refused.code).toBe("not_found");
});

async function hiddenAmong(some: readonly { id: string }[]): Promise<number> {
  const rows = await rowsOf(some);
  return rows.filter((row) => row.spam_at !== null || row.merged_into_id !== null).length;
}
