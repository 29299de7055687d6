import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertUser,
  nameOf,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import {
  storedEvents,
  storedLiveEvents,
  storedSpans,
  storedTicket,
} from "../../tests/support/stored.ts";
import { listTickets } from "./list.ts";
import { mergeTickets, unmerge as unmergeOne, unmergeTicket } from "./merge.ts";
import { releaseReply } from "./release.ts";
import { replyToTicket } from "./reply.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let ben: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];
const later = new Date("2026-11-21T11:00:00.000Z");

beforeAll(async () => {
  ({ database, acme, ana, maya, open } = await createSmallDesk());
  ben = await insertUser(database.db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

async function merge(source: TicketRow, target: TicketRow, by = maya, at = now) {
  return await mergeTickets(await actingAs(database.db, by, at), {
    ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id },
    agreedIds: [source.requester_id, target.requester_id],
  });
}

async function unmerge(source: TicketRow, by = maya) {
  const deps = await actingAs(database.db, by, later);
  return await unmergeTicket(deps, { requestId: Bun.randomUUIDv7(), sourceId: source.id });
}

const row = ({ id }: TicketRow) => storedTicket(database.db, id);

const told = async ({ id }: TicketRow) =>
  (await storedEvents(database.db, id)).map(({ kind, data, version, actor_id }) => ({
    ...{ kind, data, version, actor_id },
  }));

const live = async ({ id }: TicketRow) =>
  (await storedLiveEvents(database.db, id)).map(({ audience, version }) => [audience, version]);

async function conversation(ticket: TicketRow, author: UserRow, hour: number) {
  const at = new Date(Date.UTC(2026, 10, 20, hour));
  await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: author.id, created_at: at, released_at: at },
  });
  return at;
}

const counts = async (ticket: TicketRow) => {
  const { staff_reply_count, first_staff_reply_at, last_staff_reply_at, last_customer_message_at } =
    await row(ticket);
  return [
    staff_reply_count,
    first_staff_reply_at,
    last_staff_reply_at,
    last_customer_message_at,
  ] as const;
};

async function mergeRows({ id }: TicketRow) {
  return await database.db.selectFrom("merges").selectAll().where("source_id", "=", id).execute();
}

describe("a merge", () => {
  test("is shown on both sides with its author, in one version each, and updates every open page", async () => {
    const [source, target] = [await open({ requester_id: ben.id }), await open()];
    await conversation(source, ben, 9);
    await merge(source, target);
    const by = { version: 2, actor_id: maya.id };
    expect(await told(source)).toEqual([
      { kind: "status", data: { from: "open", to: "closed" }, ...by },
      { kind: "merged", data: { into: target.id }, ...by },
    ]);
    expect(await told(target)).toEqual([
      { kind: "merged-from", data: { source: source.id }, ...by },
      { kind: "followers", data: { added: [ben.id], removed: [] }, ...by },
    ]);
    expect(await live(source)).toEqual([["everyone", 2]]);
    expect(await live(target)).toEqual([["everyone", 2]]);
    expect((await row(target)).publicly_updated_at).toEqual(now);
    expect((await storedSpans(database.db, source.id)).map(({ status }) => status)).toEqual([
      "open",
      "closed",
    ]);
  });

  test("of notes only is invisible to a customer of the target, and so is its undo", async () => {
    const [source, target] = [await open(), await open()];
    await insertMessage(database.db, {
      ...{ ticket_id: source.id, author_id: maya.id, kind: "note" },
      created_at: new Date("2026-11-20T09:00:00.000Z"),
    });
    await merge(source, target);
    expect(await live(target)).toEqual([["staff", 2]]);
    await unmerge(source);
    expect(await live(target)).toEqual([
      ["staff", 2],
      ["staff", 3],
    ]);
    expect((await row(target)).publicly_updated_at).toEqual(target.publicly_updated_at);
  });

  test("leaves a note on both that names the other", async () => {
    const source = await open({ subject: "No paper" });
    const target = await open({ subject: "No ink" });
    const { actId } = await merge(source, target);
    const notes = await database.db
      .selectFrom("messages")
      .select(["ticket_id", "kind", "body", "author_id"])
      .where("act_id", "=", actId)
      .execute();
    const by = { kind: "note" as const, author_id: maya.id };
    expect(notes).toHaveLength(2);
    expect(notes).toContainEqual({
      ...by,
      ...{ ticket_id: source.id, body: `Merged into #${target.number}: No ink` },
    });
    expect(notes).toContainEqual({
      ...by,
      ...{ ticket_id: target.id, body: `#${source.number} was merged into this ticket: No paper` },
    });
  });

  test("stores what it found and what it added, so it can be undone", async () => {
    const since = new Date("2026-11-20T09:00:00.000Z");
    const source = await open({ requester_id: ben.id, waiting_since: since });
    const target = await open({ status: "pending" });
    const { actId } = await merge(source, target);
    expect(await mergeRows(source)).toMatchObject([
      {
        ...{ target_id: target.id, act_id: actId, actor_id: maya.id, created_at: now },
        ...{ undone_at: null, followers_added: [ben.id] },
        source_before: { status: "open", version: 1 },
        waiting_before: { waitingFor: "customer" },
        waiting_after: { waitingFor: "us", waitingSince: "2026-11-20T09:00:00.000000Z" },
      },
    ]);
    const act = await database.db
      .selectFrom("acts")
      .select(["kind", "made"])
      .where("id", "=", actId)
      .executeTakeFirst();
    expect(act).toEqual({ kind: "merge", made: { ticketId: target.id } });
  });

  test("recounts the messages of the ticket that now shows the conversation", async () => {
    const [source, target] = [await open(), await open()];
    const first = await conversation(source, maya, 9);
    await conversation(target, ana, 10);
    const answered = await conversation(target, maya, 11);
    const asked = await conversation(source, ana, 12);
    await merge(source, target);
    expect(await counts(target)).toEqual([2, first, answered, asked]);
    await unmerge(source);
    expect(await counts(source)).toEqual([1, first, first, asked]);
    expect(await counts(target)).toEqual([
      ...([1, answered, answered] as const),
      new Date("2026-11-20T10:00:00.000Z"),
    ]);
  });

  test("counts messages by the author's role when they wrote, whatever their role is now", async () => {
    const { db } = database;
    const left = await insertUser(db, { role: "Agent" });
    const joined = await insertUser(db, { companies: [acme.id] });
    const [source, target] = [await open(), await open()];
    const asked = await conversation(target, joined, 9);
    const answered = await conversation(target, left, 10);
    const become = (user: UserRow, role: Pick<UserRow, "role" | "company_scope">) =>
      db.updateTable("users").set(role).where("id", "=", user.id).execute();
    await become(left, { role: "Customer", company_scope: null });
    await become(joined, { role: "Agent", company_scope: "all" });
    await merge(source, target);
    expect(await counts(target)).toEqual([1, answered, answered, asked]);
  });

  test("brings along followers who can see the target, each once", async () => {
    const left = await insertUser(database.db);
    const colleague = await insertUser(database.db, { role: "Agent" });
    const source = await open({
      requester_id: ben.id,
      followers: [ana.id, left.id, colleague.id],
    });
    const target = await open({ followers: [colleague.id] });
    await merge(source, target);
    expect((await mergeRows(source))[0]?.followers_added).toEqual([ben.id]);
    const people = await database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", target.id)
      .execute();
    expect(people.map(({ user_id }) => user_id).sort()).toEqual(
      [ana.id, ben.id, colleague.id].sort(),
    );
  });

  test("ends a snooze of its source", async () => {
    const snoozed_until = new Date("2026-12-24T10:00:00.000Z");
    const [source, target] = [await open({ snoozed_until }), await open()];
    await merge(source, target);
    expect((await row(source)).snoozed_until).toBeNull();
    await unmerge(source);
    expect((await row(source)).snoozed_until).toEqual(snoozed_until);
  });

  test("asks for confirmation with the names of the people concerned", async () => {
    const [source, target] = [await open({ requester_id: ben.id }), await open()];
    const deps = await actingAs(database.db, maya, now);
    const input = { requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id };
    const asked = await refusalOf(mergeTickets(deps, input));
    expect(asked.message).toContain(nameOf(ben));
    expect(await mergeRows(source)).toEqual([]);
    // The same request is sent again with the people it named.
    await mergeTickets(deps, { ...input, agreedIds: [ben.id, ana.id] });
    expect(await mergeRows(source)).toHaveLength(1);
  });
});

describe("undoing a merge", () => {
  test("is shown on both sides and marked as undone", async () => {
    const [source, target] = [await open({ requester_id: ben.id }), await open()];
    await conversation(source, ben, 9);
    await merge(source, target);
    await unmerge(source);
    const by = { version: 3, actor_id: maya.id };
    expect((await told(source)).slice(2)).toEqual([
      { kind: "unmerged", data: { other: target.id }, ...by },
      { kind: "status", data: { from: "closed", to: "open" }, ...by },
    ]);
    expect((await told(target)).slice(2)).toEqual([
      { kind: "unmerged", data: { other: source.id }, ...by },
      { kind: "followers", data: { added: [], removed: [ben.id] }, ...by },
    ]);
    expect((await live(source)).at(-1)).toEqual(["everyone", 3]);
    expect((await live(target)).at(-1)).toEqual(["everyone", 3]);
    expect(await mergeRows(source)).toMatchObject([{ undone_at: later }]);
    expect((await storedSpans(database.db, source.id)).at(-1)).toMatchObject({
      ...{ status: "open", started_at: later, ended_at: null },
    });
  });

  test("removes its notes, and lists show the previous latest message again", async () => {
    const [source, other] = [await open(), await open()];
    const target = await open();
    for (const { id } of [source, target]) {
      const said = { ticket_id: id, author_id: maya.id, kind: "note" as const, body: `Of ${id}` };
      await insertMessage(database.db, { ...said, created_at: new Date(now.getTime() - 60_000) });
    }
    const { actId } = await merge(source, target);
    await merge(other, target);
    await unmerge(other);
    expect((await row(target)).staff_latest_text).toContain(`#${source.number} was merged`);
    await unmerge(source);
    for (const ticket of [source, target]) {
      expect((await row(ticket)).staff_latest_text).toBe(`Of ${ticket.id}`);
    }
    const notes = database.db.selectFrom("messages").select("body").where("act_id", "=", actId);
    expect(await notes.execute()).toEqual([]);
  });

  test("finds a ticket reopened by a customer in the meantime by that time, and no other", async () => {
    const solved = { status: "resolved" as const, last_resolved_at: now };
    const [heard, quiet] = [await open(solved), await open(solved)];
    const [asked, target] = [await open(), await open()];
    for (const source of [heard, quiet, asked]) await merge(source, target);
    for (const { id } of [heard, asked]) {
      await insertMessage(database.db, {
        ...{ ticket_id: target.id, home_ticket_id: id, author_id: ana.id },
        created_at: new Date(later.getTime() - 60_000),
      });
    }
    for (const source of [heard, quiet, asked]) await unmerge(source);
    expect(await row(heard)).toMatchObject({ status: "open", reopen_count: 1 });
    const deps = await actingAs(database.db, maya, later);
    const found = async (q: string) => {
      const list = { view: "all", q, sort: "created", descending: false, limit: 50 } as const;
      const { tickets } = await listTickets(deps, { ...list, timeZone: "UTC" });
      return tickets.map(({ id }) => id);
    };
    expect(await found("reopened-at:2026-11-21T11:00")).toEqual([heard.id]);
    expect(await found("reopened-at:2026-11-21")).toEqual(await found("reopened:>0"));
  });

  test("leaves the target's waiting state if someone changed it since", async () => {
    const since = new Date("2026-11-20T08:30:00.000Z");
    const source = await open({ waiting_since: since });
    const target = await open({ status: "pending" });
    await merge(source, target);
    const deps = await actingAs(database.db, maya, new Date(now.getTime() + 60_000));
    await updateTicket(deps, change(target, { status: "on-hold" }));
    await unmerge(source);
    expect(await row(target)).toMatchObject({ waiting_for: null, waiting_since: null });
  });

  test("keeps the waiting state that later messages caused, on either side", async () => {
    const [source, target] = [await open(), await open({ status: "pending" })];
    const sent = { requestId: Bun.randomUUIDv7(), id: source.id, body: "It is on its way." };
    const { messageId } = await replyToTicket(await actingAs(database.db, maya, now), sent);
    await merge(source, target);
    const soon = new Date(now.getTime() + 60_000);
    await database.db
      .updateTable("messages")
      .set({ release_at: new Date(Date.now() - 1000) })
      .where("id", "=", messageId)
      .execute();
    while (await releaseReply(database.db, soon));
    const asked = new Date(now.getTime() + 120_000);
    await replyToTicket(await actingAs(database.db, ana, asked), {
      ...{ requestId: Bun.randomUUIDv7(), id: target.id, body: "And this one?" },
    });
    await unmerge(source);
    expect(await row(source)).toMatchObject({
      ...{ status: "open", waiting_for: "customer", waiting_since: soon },
    });
    expect(await row(target)).toMatchObject({ waiting_for: "us", waiting_since: asked });
  });

  test("leaves the target waiting for us if its customer wrote while it waited for us anyway", async () => {
    const [source, target] = [await open(), await open({ status: "pending" })];
    await merge(source, target);
    const asked = new Date(now.getTime() + 120_000);
    await replyToTicket(await actingAs(database.db, ana, asked), {
      ...{ requestId: Bun.randomUUIDv7(), id: target.id, body: "And this one?" },
    });
    await unmerge(source);
    expect(await row(target)).toMatchObject({ waiting_for: "us", waiting_since: asked });
    expect(await row(source)).toMatchObject({ waiting_since: source.waiting_since });
  });

  test("needs access to both tickets", async () => {
    const elsewhere = await insertCompany(database.db);
    const narrow = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [elsewhere.id] },
    });
    const [source, target] = [await open(), await open()];
    await merge(source, target);
    expect((await refusalOf(unmerge(source, narrow))).code).toBe("not_found");
    await database.db
      .updateTable("tickets")
      .set({ company_id: elsewhere.id })
      .where("id", "=", target.id)
      .execute();
    expect((await refusalOf(unmerge(source, narrow))).code).toBe("not_found");
    expect((await row(source)).merged_into_id).toBe(target.id);
  });

  test("applies to the last merge of that ticket, not an earlier one", async () => {
    const [source, first, second] = [await open(), await open(), await open()];
    await merge(source, first);
    await unmerge(source);
    const { actId } = await merge(source, second, maya, new Date("2026-11-21T12:00:00.000Z"));
    const deps = await actingAs(database.db, maya, later);
    const byAnother = (mergedBy: string) => {
      const one = { actId: Bun.randomUUIDv7(), sourceId: source.id, mergedBy };
      return database.db.transaction().execute((tx) => unmergeOne(tx, deps, one));
    };
    expect((await refusalOf(byAnother(Bun.randomUUIDv7()))).code).toBe("undo_too_late");
    expect((await row(source)).merged_into_id).toBe(second.id);
    expect((await mergeRows(source)).map(({ act_id }) => act_id)).toContain(actId);
    const { ticket } = await unmerge(source);
    expect(ticket.id).toBe(source.id);
    expect((await mergeRows(source)).every(({ undone_at }) => undone_at !== null)).toBe(true);
    expect((await told(second)).map(({ kind }) => kind)).toEqual(["merged-from", "unmerged"]);
    expect((await told(first)).map(({ kind }) => kind)).toEqual(["merged-from", "unmerged"]);
  });
});
