import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertTeam,
  insertUser,
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
import { splitTicket } from "./split.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let ben: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];

beforeAll(async () => {
  ({ database, acme, ana, maya, open } = await createSmallDesk());
  ben = await insertUser(database.db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

const hour = (of: number) => new Date(Date.UTC(2026, 10, 20, of));

async function write(ticket: TicketRow, author: UserRow, at: number, given: object = {}) {
  const { id } = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: author.id, created_at: hour(at), ...given },
  });
  return id;
}

async function split(origin: TicketRow, messageIds: string[], by = maya): Promise<ActAnswer> {
  return await splitTicket(await actingAs(database.db, by, now), {
    ...{ requestId: Bun.randomUUIDv7(), id: origin.id, messageIds, subject: "The other thing" },
  });
}

async function undo({ actId }: ActAnswer, by = maya, after = 1000): Promise<ActAnswer> {
  const deps = await actingAs(database.db, by, new Date(now.getTime() + after));
  return await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });
}

const row = (id: string) => storedTicket(database.db, id);

const told = async (id: string) =>
  (await storedEvents(database.db, id)).map(({ kind, data, version, actor_id }) => ({
    ...{ kind, data, version, actor_id },
  }));

const live = async (id: string) =>
  (await storedLiveEvents(database.db, id)).map(({ audience, version }) => [audience, version]);

const counts = async (id: string) => {
  const { staff_reply_count, last_staff_reply_at, last_customer_message_at } = await row(id);
  return [staff_reply_count, last_staff_reply_at, last_customer_message_at] as const;
};

const messagesIn = async (id: string) =>
  (
    await database.db
      .selectFrom("messages")
      .select("id")
      .where("ticket_id", "=", id)
      .orderBy("created_at")
      .execute()
  ).map((message) => message.id);

describe("a split", () => {
  test("is shown on both sides, and both recount their messages", async () => {
    const origin = await open();
    await write(origin, ana, 9);
    const other = await write(origin, ben, 10);
    const answer = await write(origin, maya, 11);
    await write(origin, maya, 12);
    const { actId, ticket } = await split(origin, [other, answer]);
    const by = { actor_id: maya.id };
    expect(await told(ticket.id)).toEqual([
      { kind: "created", data: {}, version: 1, ...by },
      { kind: "split-from", data: { origin: origin.id, messages: 2 }, version: 1, ...by },
    ]);
    expect(await told(origin.id)).toEqual([
      { kind: "split", data: { into: ticket.id, messages: 2 }, version: 2, ...by },
    ]);
    expect(await live(ticket.id)).toEqual([["everyone", 1]]);
    expect(await live(origin.id)).toEqual([["everyone", 2]]);
    expect(await counts(ticket.id)).toEqual([1, hour(11), hour(10)]);
    expect(await counts(origin.id)).toEqual([1, hour(12), hour(9)]);
    // A message from before the ticket is not a first reply to it.
    expect((await row(ticket.id)).first_staff_reply_at).toBeNull();
    expect((await row(origin.id)).first_staff_reply_at).toEqual(hour(12));
    const act = await database.db
      .selectFrom("acts")
      .select("made")
      .where("id", "=", actId)
      .executeTakeFirstOrThrow();
    expect(act.made).toMatchObject({
      ticketId: ticket.id,
      split: { originId: origin.id, messageIds: [other, answer] },
    });
  });

  test("waits since its first unanswered message, and the other ticket since its remaining one", async () => {
    const turn = async (id: string) => {
      const { waiting_for, waiting_since } = await row(id);
      return [waiting_for, waiting_since];
    };
    const origin = await open({ waiting_for: "us", waiting_since: hour(11) });
    await write(origin, ana, 9);
    await write(origin, maya, 10);
    const crane = await write(origin, ana, 11);
    const first = await split(origin, [crane]);
    expect(await turn(first.ticket.id)).toEqual(["us", hour(11)]);
    expect(await turn(origin.id)).toEqual(["customer", hour(10)]);
    await undo(first);
    expect(await turn(origin.id)).toEqual(["us", hour(11)]);

    const gate = await write(origin, ben, 12);
    const second = await split(origin, [crane]);
    expect(await turn(second.ticket.id)).toEqual(["us", hour(11)]);
    expect(await turn(origin.id)).toEqual(["us", hour(12)]);
    // A message answered in the original waits only for the new ticket's answer.
    await write(origin, maya, 13);
    const third = await split(origin, [gate]);
    expect(await turn(third.ticket.id)).toEqual([
      "us",
      new Date((await row(third.ticket.id)).created_at),
    ]);
  });

  test("keeps company, team, priority and type, and is opened by the first author", async () => {
    const team = await insertTeam(database.db);
    const origin = await open({ team_id: team.id, priority: "high", type: "incident" });
    await write(origin, ana, 9);
    const other = await write(origin, ben, 10);
    const { ticket } = await split(origin, [other]);
    expect(await row(ticket.id)).toMatchObject({
      ...{ team_id: team.id, priority: "high", type: "incident", company_id: acme.id },
      ...{ requester_id: ben.id, opened_by_staff: false, status: "new", channel: "web" },
    });
  });

  test("notifies its team, until the split is undone", async () => {
    const { db } = database;
    const team = await insertTeam(db);
    const mate = await insertUser(db, { role: "Agent" });
    for (const { id } of [mate, maya]) {
      await db.insertInto("team_members").values({ team_id: team.id, user_id: id }).execute();
    }
    const origin = await open({ team_id: team.id });
    await write(origin, ana, 9);
    const other = await write(origin, ben, 10);
    const answer = await split(origin, [other]);
    const lines = () =>
      db
        .selectFrom("notifications")
        .select(["user_id", "kind"])
        .where("ticket_id", "in", [origin.id, answer.ticket.id])
        .execute();
    expect(await lines()).toEqual([{ user_id: mate.id, kind: "team" }]);
    await undo(answer);
    expect(await lines()).toEqual([]);
  });

  test("of staff messages only belongs to the requester and was opened by staff", async () => {
    const origin = await open();
    await write(origin, ben, 9);
    const note = await write(origin, maya, 10, { kind: "note" });
    const { ticket } = await split(origin, [note]);
    expect(await row(ticket.id)).toMatchObject({
      ...{ requester_id: ana.id, opened_by_staff: true, last_customer_message_at: null },
    });
  });

  test("of messages by two customers belongs to the first author, by time", async () => {
    const origin = await open();
    await write(origin, ana, 9);
    const second = await write(origin, ana, 11);
    const first = await write(origin, ben, 10);
    expect((await split(origin, [second, first])).ticket.requester.id).toBe(ben.id);
  });

  test("of messages by a former member of the company belongs to the requester", async () => {
    const left = await insertUser(database.db);
    const origin = await open();
    await write(origin, ana, 9);
    const other = await write(origin, left, 10);
    expect((await split(origin, [other])).ticket.requester.id).toBe(ana.id);
  });

  test("is created after all of its messages, even if a clock was ahead", async () => {
    const origin = await open({ updated_at: hour(40) });
    await write(origin, ana, 9);
    const { ticket } = await split(origin, [await write(origin, ana, 40)]);
    const { created_at, updated_at } = await row(ticket.id);
    expect([created_at, updated_at]).toEqual([hour(40), hour(40)]);
  });

  test("takes no message that is still being sent", async () => {
    const origin = await open();
    await write(origin, ana, 9);
    const sending = await write(origin, maya, 10, { released_at: null, release_at: hour(23) });
    const refused = await refusalOf(split(origin, [sending]));
    expect(refused.details.fields?.[0]?.message).toBe(
      "One of the messages is not in this ticket, or is still being sent.",
    );
    expect(await messagesIn(origin.id)).toContain(sending);
  });

  test("leaves at least one message, and says so", async () => {
    const origin = await open();
    const only = await write(origin, ana, 9);
    const refused = await refusalOf(split(origin, [only]));
    expect(refused.details.fields?.[0]?.message).toBe("Leave at least one message where it is.");
  });

  test("is refused when no ticket can be opened: from a closed one, in an archived company", async () => {
    const closed = await open({ status: "closed" });
    await write(closed, ana, 9);
    const ofClosed = await write(closed, ana, 10);
    expect((await refusalOf(split(closed, [ofClosed]))).code).toBe("ticket_closed");
    const archived = await insertCompany(database.db, { state: "archived" });
    const origin = await open({ company_id: archived.id });
    await write(origin, ana, 9);
    const other = await write(origin, ana, 10);
    expect((await refusalOf(split(origin, [other]))).code).toBe("company_archived");
    const bare = await open({ company_id: null });
    await write(bare, ana, 9);
    const ofBare = await write(bare, ana, 10);
    expect((await split(bare, [ofBare])).ticket.company).toBeNull();
  });

  test("needs access to the ticket", async () => {
    const narrow = await insertUser(database.db, { role: "Agent", company_scope: "assigned" });
    const origin = await open();
    await write(origin, ana, 9);
    const other = await write(origin, ana, 10);
    expect((await refusalOf(split(origin, [other], narrow))).code).toBe("not_found");
    expect(await messagesIn(origin.id)).toHaveLength(2);
  });
});

describe("undoing a split", () => {
  async function splitOne(given: object = {}) {
    const origin = await open(given);
    await write(origin, ana, 9);
    const other = await write(origin, ben, 10);
    const answer = await split(origin, [other]);
    return { origin, other, answer, made: answer.ticket.id };
  }

  test("is shown on both sides, which name the undone split", async () => {
    const { origin, answer, made } = await splitOne();
    expect(answer.undoUntil).toBe(new Date(now.getTime() + 600_000).toISOString());
    const first = async (id: string, kind: string) =>
      (
        await database.db
          .selectFrom("ticket_events")
          .select("id")
          .where("ticket_id", "=", id)
          .where("kind", "=", kind)
          .executeTakeFirstOrThrow()
      ).id;
    await undo(answer);
    const undone = (undoes: string, kind: string) => ({
      ...{ kind: "undone", actor_id: maya.id },
      data: { undoes, kinds: [kind], kept: [], back: [] },
    });
    expect((await told(made)).slice(2)).toMatchObject([
      { kind: "status", data: { from: "new", to: "closed" }, version: 2 },
      { ...undone(await first(made, "split-from"), "split-from"), version: 2 },
    ]);
    expect((await told(origin.id)).slice(1)).toMatchObject([
      { ...undone(await first(origin.id, "split"), "split"), version: 3 },
    ]);
    expect((await live(made)).at(-1)).toEqual(["everyone", 2]);
    expect((await live(origin.id)).at(-1)).toEqual(["everyone", 3]);
    expect(await row(made)).toMatchObject({ status: "closed", merged_into_id: origin.id });
    expect((await storedSpans(database.db, made)).map(({ status }) => status)).toEqual([
      "new",
      "closed",
    ]);
    expect(await counts(origin.id)).toEqual([0, null, hour(10)]);
  });

  test("names its own split, not another one of that ticket", async () => {
    const origin = await open();
    await write(origin, ana, 9);
    await split(origin, [await write(origin, ana, 10)]);
    const answer = await split(origin, [await write(origin, ana, 11)]);
    await undo(answer);
    const events = await storedEvents(database.db, origin.id);
    const { id } = await database.db
      .selectFrom("ticket_events")
      .select("id")
      .where("ticket_id", "=", origin.id)
      .where("act_id", "=", answer.actId)
      .executeTakeFirstOrThrow();
    expect(events.at(-1)?.data).toMatchObject({ undoes: id, kinds: ["split"] });
  });

  test("moves only the messages of the split, even if more are there now", async () => {
    const { origin, other, answer, made } = await splitOne();
    await undo(answer);
    expect(await messagesIn(origin.id)).toContain(other);
    expect(await messagesIn(made)).toEqual([]);
  });

  test("is possible for ten minutes, once, and for the same person only", async () => {
    const { origin, answer } = await splitOne();
    expect((await refusalOf(undo(answer, maya, 600_001))).code).toBe("undo_too_late");
    const noah = await insertUser(database.db, { role: "Agent" });
    expect((await refusalOf(undo(answer, noah))).code).toBe("not_found");
    expect((await undo(answer, maya, 600_000)).undoUntil).toBeNull();
    expect((await refusalOf(undo(answer))).code).toBe("not_found");
    const act = await database.db
      .selectFrom("acts")
      .select("undone_at")
      .where("id", "=", answer.actId)
      .executeTakeFirstOrThrow();
    expect(act.undone_at).toEqual(new Date(now.getTime() + 600_000));
    expect((await told(origin.id)).map(({ kind }) => kind)).toEqual(["split", "undone"]);
  });

  test("is refused once its action is used up, the origin is closed, or anyone continued", async () => {
    const spent = await splitOne();
    await sql`update acts set undone_at = ${now}::timestamptz where id = ${spent.answer.actId}`.execute(
      database.db,
    );
    expect((await refusalOf(undo(spent.answer))).code).toBe("undo_too_late");

    const closed = await splitOne({ status: "resolved" });
    const deps = await actingAs(database.db, maya, now);
    await updateTicket(deps, change(closed.origin, { status: "closed" }));
    expect((await refusalOf(undo(closed.answer))).code).toBe("ticket_closed");

    const changed = await splitOne();
    await updateTicket(deps, change(await row(changed.made), { priority: "high" }));
    expect((await refusalOf(undo(changed.answer))).message).toBe(
      "The new ticket has changed since. You can merge it back instead.",
    );

    const written = await splitOne();
    await insertMessage(database.db, { ticket_id: written.made, author_id: ana.id });
    expect((await refusalOf(undo(written.answer))).code).toBe("undo_too_late");
    for (const { origin } of [spent, closed, changed, written]) {
      expect(await messagesIn(origin.id)).toHaveLength(1);
    }
  });

  test("needs access to both tickets", async () => {
    const elsewhere = await insertCompany(database.db);
    const narrow = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
    });
    const origin = await open();
    await write(origin, ana, 9);
    const answer = await split(origin, [await write(origin, ana, 10)], narrow);
    await database.db
      .updateTable("tickets")
      .set({ company_id: elsewhere.id })
      .where("id", "=", origin.id)
      .execute();
    expect((await refusalOf(undo(answer, narrow))).code).toBe("not_found");
    expect(await messagesIn(answer.ticket.id)).toHaveLength(1);
  });
});
