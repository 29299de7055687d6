import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mergeInput } from "../../shared/schemas/ticket-merge.ts";
import { change } from "../../tests/support/acting.ts";
import {
  actorOf,
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import type { ActorDeps } from "../access/actor.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { getDrafts } from "../drafts/stored-draft.ts";
import { getTicket } from "./details.ts";
import { listTickets } from "./list.ts";
import { mergeTickets, previewMergeOf, unmergeTicket } from "./merge.ts";
import { redactMessage } from "./redact.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { markSpam } from "./spam.ts";
import { splitTicket } from "./split.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let agent: ActorDeps;
let harbour: { id: string };
let kestrel: { id: string };
let ana: UserRow;
let ben: UserRow;
const now = new Date("2026-11-21T10:00:00.000Z");

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  harbour = await insertCompany(db, { name: "Harbour" });
  kestrel = await insertCompany(db, { name: "Kestrel" });
  ana = await insertUser(db, { first_name: "Ana", last_name: "Ferreira", companies: [harbour.id] });
  ben = await insertUser(db, { first_name: "Ben", last_name: "Weiss", companies: [harbour.id] });
  const maya = await insertUser(db, { role: "Agent", company_scope: "all" });
  agent = { db, now, actor: await actorOf(db, maya), credential: null, requestId: "test" };
}, 60_000);
afterAll(() => database.drop());

async function ticketOf(requester: UserRow, given: Partial<TicketRow> = {}): Promise<TicketRow> {
  return await insertTicket(database.db, {
    requester_id: requester.id,
    company_id: harbour.id,
    status: "open",
    created_at: new Date("2026-11-20T08:00:00.000Z"),
    ...given,
  });
}

async function write(ticket: TicketRow, author: UserRow, body: string): Promise<string> {
  const at = new Date("2026-11-20T09:00:00.000Z");
  const { id } = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: author.id, body },
    ...{ created_at: at, released_at: at },
  });
  return id;
}

/** `agreed`: the people who were shown to gain access. */
function merge(source: TicketRow, target: TicketRow, agreed: UserRow[] = []) {
  return mergeTickets(agent, { ...pairOf(source, target), agreedIds: agreed.map(({ id }) => id) });
}

function pairOf(source: TicketRow, target: TicketRow) {
  return { requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id };
}

function unmerge(source: TicketRow) {
  return unmergeTicket(agent, { requestId: Bun.randomUUIDv7(), sourceId: source.id });
}

async function bodiesIn({ id }: TicketRow): Promise<string[]> {
  const rows = await database.db
    .selectFrom("messages")
    .select("body")
    .where("ticket_id", "=", id)
    .where("kind", "=", "public")
    .orderBy("id")
    .execute();
  return rows.map(({ body }) => body);
}

const rowOf = ({ id }: TicketRow) => storedTicket(database.db, id);

async function followersOf({ id, requester_id }: TicketRow): Promise<string[]> {
  const rows = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("ticket_id", "=", id)
    .where("user_id", "<>", requester_id)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

async function refusalOf(act: Promise<unknown>): Promise<{ code: string; message: string }> {
  return await act.then(
    () => ({ code: "none", message: "" }),
    ({ code, message }) => ({ code, message }),
  );
}

describe("merging into a resolved ticket", () => {
  const resolvedAt = new Date("2026-11-20T08:30:00.000Z");
  const resolved = () =>
    ticketOf(ana, {
      ...{ status: "resolved", waiting_for: null, waiting_since: null, assignee_id: null },
      ...{ first_resolved_at: resolvedAt, last_resolved_at: resolvedAt },
    });

  test("opens it when a customer wrote later, which the preview says and the same undo reverts", async () => {
    const [source, target] = [await ticketOf(ana), await resolved()];
    await write(source, ana, "It still prints blank");
    const preview = await previewMergeOf(agent, { targetId: target.id, sourceIds: [source.id] });
    expect(preview.opens).toBe(
      `#${target.number} is Resolved. It will open, because the customer is waiting for a reply in #${source.number}.`,
    );
    await merge(source, target);
    expect(await rowOf(target)).toMatchObject({
      ...{ status: "open", waiting_for: "us", reopen_count: 1 },
      waiting_since: new Date("2026-11-20T08:00:00.000Z"),
    });
    await unmerge(source);
    expect(await rowOf(target)).toMatchObject({
      ...{ status: "resolved", waiting_for: null, waiting_since: null, reopen_count: 0 },
      last_resolved_at: resolvedAt,
    });
    const spans = await database.db
      .selectFrom("status_spans")
      .select(["status", "ended_at"])
      .where("ticket_id", "=", target.id)
      .execute();
    expect(spans).toEqual([{ status: "resolved", ended_at: null }]);
  });

  test("leaves it resolved when a later reply by staff answers everything that moves", async () => {
    const [source, target] = [await ticketOf(ana), await resolved()];
    await write(source, ana, "It prints blank");
    const at = new Date("2026-11-20T09:30:00.000Z");
    await insertMessage(database.db, {
      ...{ ticket_id: target.id, author_id: agent.actor.id, body: "Try another cable" },
      ...{ created_at: at, release_at: new Date(at.getTime() + 8000), released_at: at },
    });
    const sides = { targetId: target.id, sourceIds: [source.id] };
    expect((await previewMergeOf(agent, sides)).opens).toBeNull();
    await merge(source, target);
    expect(await rowOf(target)).toMatchObject({ status: "resolved" });
  });
});

describe("merging", () => {
  test("moves the conversation, closes the source and points it at the target", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    await write(source, ana, "It prints blank");
    await write(target, ana, "Still blank");
    const { ticket } = await merge(source, target);
    expect(ticket.number).toBe(target.number);
    expect(await bodiesIn(target)).toEqual(["It prints blank", "Still blank"]);
    expect(await bodiesIn(source)).toEqual([]);
    expect(await rowOf(source)).toMatchObject({ status: "closed", merged_into_id: target.id });
    const notes = await database.db
      .selectFrom("messages")
      .select(["ticket_id", "body"])
      .where("kind", "=", "note")
      .where("ticket_id", "in", [source.id, target.id])
      .execute();
    expect(notes.map(({ ticket_id }) => ticket_id).sort()).toEqual([source.id, target.id].sort());
  });

  test("the target waits since the earlier of both times", async () => {
    const since = new Date("2026-11-20T08:30:00.000Z");
    const source = await ticketOf(ana, { waiting_for: "us", waiting_since: since });
    const target = await ticketOf(ana, { status: "pending" });
    await merge(source, target);
    expect(await rowOf(target)).toMatchObject({ waiting_for: "us", waiting_since: since });
  });

  test("of two people's tickets asks first and says who will see what", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ben)];
    expect(await refusalOf(merge(source, target))).toEqual({
      code: "merge_asks",
      message:
        "Ben Weiss will see Ana Ferreira’s conversation, and Ana Ferreira will see Ben Weiss’s.",
    });
    await merge(source, target, [ana, ben]);
    expect(await followersOf(target)).toEqual([ana.id]);
  });

  test("of two people's tickets asks again if someone else would see it now", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ben)];
    const cleo = await insertUser(database.db, {
      ...{ first_name: "Cleo", last_name: "Lind", companies: [harbour.id] },
    });
    await updateTicket(agent, change(source, { requesterId: cleo.id }));
    expect(await refusalOf(merge(source, target, [ana, ben]))).toEqual({
      code: "merge_asks",
      message:
        "Look again before you merge: Ben Weiss will see Cleo Lind’s conversation, and Cleo Lind will see Ben Weiss’s.",
    });
    expect(await rowOf(source)).toMatchObject({ status: "open", merged_into_id: null });
    await merge(source, target, [cleo, ben]);
    expect(await followersOf(target)).toContain(cleo.id);
  });

  test("of two people's tickets asks again if the request names no people, as earlier releases sent it", async () => {
    const pair = pairOf(await ticketOf(ana), await ticketOf(ben));
    const before = mergeInput.parse({ ...pair, confirmed: true });
    expect((await refusalOf(mergeTickets(agent, before))).code).toBe("merge_asks");
    const same = pairOf(await ticketOf(ana), await ticketOf(ana));
    await mergeTickets(agent, mergeInput.parse({ ...same, confirmed: false }));
  });

  test("of two people's tickets is refused without a common company, whatever was confirmed", async () => {
    const stranger = await insertUser(database.db, { companies: [kestrel.id] });
    const [source, target] = [await ticketOf(stranger), await ticketOf(ana)];
    expect((await refusalOf(merge(source, target, [stranger, ana]))).code).toBe("not_mergeable");
    const bare = { company_id: null };
    const [one, other] = [await ticketOf(ana, bare), await ticketOf(ben, bare)];
    expect((await refusalOf(merge(one, other, [ana, ben]))).code).toBe("not_mergeable");
    const same = [await ticketOf(ana, bare), await ticketOf(ana, bare)] as const;
    expect((await refusalOf(merge(...same))).code).toBe("none");
  });

  test("refuses the ticket itself, a merged one, a closed one, and another company's", async () => {
    const [one, two, three] = [await ticketOf(ana), await ticketOf(ana), await ticketOf(ana)];
    expect((await refusalOf(merge(one, one))).code).toBe("not_mergeable");
    await merge(one, two);
    expect((await refusalOf(merge(one, three))).code).toBe("not_found");
    const closed = await ticketOf(ana, { status: "closed" });
    expect((await refusalOf(merge(three, closed))).code).toBe("not_mergeable");
    expect((await refusalOf(merge(closed, three))).code).toBe("not_mergeable");
    const elsewhere = await ticketOf(ana, { company_id: kestrel.id });
    expect((await refusalOf(merge(three, elsewhere))).code).toBe("not_mergeable");
  });

  test("needs access to both tickets", async () => {
    const own = await insertUser(database.db, {
      ...{ role: "Agent" as const, company_scope: "assigned" as const },
      companies: [kestrel.id],
    });
    const deps = { ...agent, actor: await actorOf(database.db, own) };
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    const requestId = Bun.randomUUIDv7();
    const merging = mergeTickets(deps, { requestId, sourceId: source.id, targetId: target.id });
    expect((await refusalOf(merging)).code).toBe("not_found");
  });

  test("of a pair from both sides at the same time happens once", async () => {
    const [one, other] = [await ticketOf(ana), await ticketOf(ana)];
    const done = await Promise.all([refusalOf(merge(one, other)), refusalOf(merge(other, one))]);
    expect(done.map(({ code }) => code).sort()).toEqual(["none", "not_found"]);
  });
});

describe("undoing a merge", () => {
  test("restores the source with what was written to it since", async () => {
    const since = new Date("2026-11-20T08:30:00.000Z");
    const given = { status: "on-hold" as const, waiting_for: null, waiting_since: null };
    const source = await ticketOf(ana, { ...given, reopen_count: 2, first_resolved_at: since });
    const target = await ticketOf(ben, { waiting_for: "us", waiting_since: since });
    await write(source, ana, "Mine");
    await write(target, ben, "His");
    const moved = await write(source, ana, "Split off");
    await merge(source, target, [ana, ben]);
    await splitTicket(agent, {
      ...{ requestId: Bun.randomUUIDv7(), id: target.id },
      ...{ messageIds: [moved], subject: "Another matter" },
    });
    const at = new Date("2026-11-20T09:30:00.000Z");
    await insertMessage(database.db, {
      ...{ ticket_id: target.id, home_ticket_id: source.id, author_id: ana.id, body: "Late" },
      ...{ created_at: at, released_at: at },
    });
    await unmerge(source);
    expect(await bodiesIn(source)).toEqual(["Mine", "Late"]);
    expect(await bodiesIn(target)).toEqual(["His"]);
    expect(await followersOf(target)).toEqual([]);
    expect(await rowOf(source)).toMatchObject({
      ...{ status: "on-hold", merged_into_id: null, closed_at: null, reopen_count: 2 },
      first_resolved_at: since,
    });
    expect(await rowOf(target)).toMatchObject({ waiting_for: "us", waiting_since: since });
    expect((await refusalOf(unmerge(source))).code).toBe("not_found");
  });

  test("moves back what was written to the source while it was merged", async () => {
    const source = await ticketOf(ana, { status: "pending", waiting_for: "customer" });
    const target = await ticketOf(ben);
    await write(source, ana, "Mine");
    await write(target, ben, "His");
    await merge(source, target, [ana, ben]);
    const later = new Date(now.getTime() + 60_000);
    const asAna = { ...agent, actor: await actorOf(database.db, ana), now: later };
    // As from a page that was open, or offline, since before.
    const late = { requestId: Bun.randomUUIDv7(), body: "Late" };
    await replyToTicket(asAna, { ...late, id: source.id });
    expect(await bodiesIn(target)).toEqual(["Mine", "His", "Late"]);
    await unmerge(source);
    expect(await bodiesIn(source)).toEqual(["Mine", "Late"]);
    expect(await bodiesIn(target)).toEqual(["His"]);
    // No one has replied to her there.
    expect(await rowOf(source)).toMatchObject({
      ...{ status: "open", waiting_for: "us", waiting_since: later },
      last_customer_message_at: later,
    });
  });

  test("of a chain starts with its newest, and everything returns", async () => {
    const [one, two, three] = [await ticketOf(ana), await ticketOf(ana), await ticketOf(ana)];
    await write(one, ana, "One");
    await write(two, ana, "Two");
    await write(three, ana, "Three");
    await merge(one, two);
    await merge(two, three);
    expect(await bodiesIn(three)).toEqual(["One", "Two", "Three"]);
    expect((await refusalOf(unmerge(one))).code).toBe("not_found");
    await unmerge(two);
    expect(await bodiesIn(two)).toEqual(["One", "Two"]);
    await unmerge(one);
    expect(await bodiesIn(one)).toEqual(["One"]);
    expect(await bodiesIn(two)).toEqual(["Two"]);
    expect(await bodiesIn(three)).toEqual(["Three"]);
  });

  test("restores what a split had moved into its source", async () => {
    const [origin, target] = [await ticketOf(ana), await ticketOf(ana)];
    const moved = await write(origin, ana, "Another matter");
    await write(origin, ana, "The first");
    await write(target, ana, "The target's");
    const { ticket: source } = await splitTicket(agent, {
      ...{ requestId: Bun.randomUUIDv7(), id: origin.id },
      ...{ messageIds: [moved], subject: "Another matter" },
    });
    const third = await ticketOf(ana);
    const within = { ...target, id: source.id };
    await merge(within, target);
    await merge(target, third);
    await unmerge(target);
    expect(await bodiesIn(target)).toEqual(["Another matter", "The target's"]);
    await unmerge(within);
    expect(await bodiesIn(within)).toEqual(["Another matter"]);
    expect(await bodiesIn(target)).toEqual(["The target's"]);
    expect(await bodiesIn(origin)).toEqual(["The first"]);
  });

  test("leaves in the target what a split had moved there before", async () => {
    const source = await ticketOf(ana);
    const moved = await write(source, ana, "Another matter");
    await write(source, ana, "The first");
    const { ticket } = await splitTicket(agent, {
      ...{ requestId: Bun.randomUUIDv7(), id: source.id },
      ...{ messageIds: [moved], subject: "Another matter" },
    });
    const target = { ...source, id: ticket.id };
    await merge(source, target);
    expect(await bodiesIn(target)).toEqual(["Another matter", "The first"]);
    await unmerge(source);
    expect(await bodiesIn(target)).toEqual(["Another matter"]);
    expect(await bodiesIn(source)).toEqual(["The first"]);
  });

  test("does not reassign the source to people who lost access since", async () => {
    const { db } = database;
    const assigned = () =>
      insertUser(db, { role: "Agent", company_scope: "assigned", companies: [harbour.id] });
    const [gus, finn] = [await assigned(), await assigned()];
    const source = await insertTicket(db, {
      ...{ requester_id: ana.id, company_id: harbour.id, status: "open", assignee_id: gus.id },
      ...{ unassigned_since: null, followers: [finn.id] },
      created_at: new Date("2026-11-20T08:00:00.000Z"),
    });
    await merge(source, await ticketOf(ana));
    const gone = [gus.id, finn.id];
    await db.deleteFrom("user_companies").where("user_id", "in", gone).execute();
    await unmerge(source);
    expect(await rowOf(source)).toMatchObject({
      ...{ status: "open", merged_into_id: null, assignee_id: null, unassigned_since: now },
    });
    expect(await followersOf(source)).toEqual([]);
  });

  test("keeps followers who also belong to another merge, as long as that lasts", async () => {
    const [one, other] = [await ticketOf(ana), await ticketOf(ana)];
    const target = await ticketOf(ben);
    await merge(one, target, [ana, ben]);
    await merge(other, target, [ana, ben]);
    await unmerge(one);
    expect(await followersOf(target)).toEqual([ana.id]);
    await unmerge(other);
    expect(await followersOf(target)).toEqual([]);
  });

  test("keeps people who were followers before", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ben)];
    const people = [source, target].map(({ id }) => ({ ticket_id: id, user_id: ana.id }));
    await database.db
      .insertInto("ticket_people")
      .values(people)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await merge(source, target, [ana, ben]);
    await unmerge(source);
    expect(await followersOf(target)).toEqual([ana.id]);
  });
});

describe("drafts in a merged ticket", () => {
  const draftIn = async (ticket: TicketRow) => {
    const drafts = await getDrafts(agent, { ticketId: ticket.id });
    return drafts.map(({ kind, body }) => [kind, body]);
  };
  const save = (ticket: TicketRow, body: string, revision = 0, kind: "reply" | "note" = "reply") =>
    saveDraft(agent, { ticketId: ticket.id, kind, revision, body });

  test("move with it, below drafts of the target", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    await save(source, "For the source");
    await save(source, "Only here", 0, "note");
    await save(target, "For the target");
    await merge(source, target);
    expect(await draftIn(target)).toEqual([
      ["reply", "For the target\n\nFor the source"],
      ["note", "Only here"],
    ]);
    const left = await database.db
      .selectFrom("drafts")
      .select("body")
      .where("ticket_id", "=", source.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("take their files along, each once, even if they arrived a moment later", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    const draft = (ticket: TicketRow, body: string, names: string[], revision = 0) => {
      const files = names.map((name) => ({ id: name, name, size: 1 }));
      return saveDraft(agent, {
        ticketId: ticket.id,
        kind: "reply",
        revision,
        body,
        form: { files },
      });
    };
    const filesIn = async () => {
      const [found] = await getDrafts(agent, { ticketId: target.id });
      const files = (found?.form?.files ?? []) as { name: string }[];
      return files.map(({ name }) => name);
    };
    await draft(target, "There", ["b", "a"]);
    await draft(source, "", ["c"]);
    await merge(source, target);
    expect(await filesIn()).toEqual(["b", "a", "c"]);
    await draft(source, "", ["c", "d"], 1);
    expect(await filesIn()).toEqual(["b", "a", "c", "d"]);
  });

  test.each([{ files: {} }, { files: "all" }, { files: [1, null, "x"] }, { other: [] }])(
    "do not block the merge, whatever their form is: %j",
    async (form) => {
      const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
      for (const { id: ticketId } of [source, target]) {
        await saveDraft(agent, { ticketId, kind: "reply", revision: 0, body: "Hm", form });
      }
      await merge(source, target);
      expect(await getDrafts(agent, { ticketId: target.id })).toMatchObject([{ body: "Hm" }]);
    },
  );

  test("are saved once, even if they were typed a moment later", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    await save(source, "We look");
    await merge(source, target);
    for (const body of ["We look into it", "We look into it", ""]) {
      expect(await save(source, body, 1)).toEqual({ saved: true, revision: 0 });
    }
    expect(await draftIn(target)).toEqual([["reply", "We look into it"]]);
    await save(source, "And more", 0);
    expect(await draftIn(target)).toEqual([["reply", "We look into it\n\nAnd more"]]);
  });

  test("a note that was written to the source in the meantime appears in the target", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    await merge(source, target);
    const { ticket } = await addNote(agent, {
      ...{ requestId: Bun.randomUUIDv7(), id: source.id, body: "Late" },
    });
    expect(ticket.id).toBe(target.id);
  });
});

describe("the timeline of a merge", () => {
  const fromEvent = async (ticket: TicketRow) => {
    const { timeline } = await getTicket(agent, { number: ticket.number });
    return timeline.items.flatMap((item) =>
      item.kind === "event" && item.change.kind === "merged-from" ? [item.change] : [],
    );
  };

  test("names the merged ticket as long as the merge can be undone", async () => {
    const [source, target] = [await ticketOf(ana), await ticketOf(ana)];
    await merge(source, target);
    const named = { number: source.number, subject: source.subject };
    expect(await fromEvent(target)).toMatchObject([{ source: named, mergedId: source.id }]);
    await unmerge(source);
    expect(await fromEvent(target)).toMatchObject([{ source: named, mergedId: null }]);
  });
});

describe("splitting", () => {
  test("moves messages into a ticket of their author, and both timelines say so", async () => {
    const origin = await ticketOf(ana);
    await write(origin, ana, "The printer");
    const other = await write(origin, ben, "By the way, my invoice");
    const { ticket } = await splitTicket(agent, {
      requestId: Bun.randomUUIDv7(),
      ...{ id: origin.id, messageIds: [other], subject: "Invoice" },
    });
    expect(ticket).toMatchObject({ subject: "Invoice", status: "new" });
    expect(ticket.requester.id).toBe(ben.id);
    expect(await bodiesIn(origin)).toEqual(["The printer"]);
    const moved = await database.db
      .selectFrom("messages")
      .select(["ticket_id", "home_ticket_id"])
      .where("id", "=", other)
      .executeTakeFirst();
    expect(moved).toEqual({ ticket_id: ticket.id, home_ticket_id: origin.id });
    expect(await rowOf(origin)).toMatchObject({
      last_customer_message_at: new Date("2026-11-20T09:00:00.000Z"),
    });
  });

  test("leaves at least one message, and takes none of another ticket", async () => {
    const origin = await ticketOf(ana);
    const only = await write(origin, ana, "All there is");
    const foreign = await write(await ticketOf(ana), ana, "Elsewhere");
    for (const messageIds of [[only], [foreign], [only, foreign]]) {
      const splitting = splitTicket(agent, {
        requestId: Bun.randomUUIDv7(),
        ...{ id: origin.id, messageIds, subject: "Other" },
      });
      expect((await refusalOf(splitting)).code).toBe("invalid_input");
    }
    expect(await bodiesIn(origin)).toEqual(["All there is"]);
  });
});

describe("undoing a split", () => {
  async function splitOne() {
    const origin = await ticketOf(ana);
    await write(origin, ana, "The printer");
    const other = await write(origin, ben, "My invoice");
    const answer = await splitTicket(agent, {
      requestId: Bun.randomUUIDv7(),
      ...{ id: origin.id, messageIds: [other], subject: "Invoice" },
    });
    return { origin, answer };
  }
  const undo = (actId: string) => undoAct(agent, { requestId: Bun.randomUUIDv7(), actId });

  test("moves the messages back, and the new ticket links there", async () => {
    const { origin, answer } = await splitOne();
    expect(answer.undoUntil).not.toBeNull();
    const { ticket } = await undo(answer.actId);
    expect(ticket.id).toBe(origin.id);
    expect(await bodiesIn(origin)).toEqual(["The printer", "My invoice"]);
    const { number } = answer.ticket;
    expect((await getTicket(agent, { number })).id).toBe(origin.id);
    expect((await refusalOf(undo(answer.actId))).code).not.toBe("none");
  });

  test("is refused once someone has continued in the new ticket", async () => {
    const { origin, answer } = await splitOne();
    const { id } = answer.ticket;
    await addNote(agent, { requestId: Bun.randomUUIDv7(), id, body: "Mine" });
    expect((await refusalOf(undo(answer.actId))).code).toBe("undo_too_late");
    expect(await bodiesIn(origin)).toEqual(["The printer"]);
  });
});

describe("spam", () => {
  const spam = (ticket: TicketRow, is: boolean, at = now) =>
    markSpam({ ...agent, now: at }, { requestId: Bun.randomUUIDv7(), id: ticket.id, spam: is });

  test("is hidden, and can be restored as it was for 30 days", async () => {
    const ticket = await ticketOf(ana);
    await spam(ticket, true);
    expect((await rowOf(ticket)).spam_at).toEqual(now);
    await spam(ticket, false, new Date("2026-12-20T10:00:00.000Z"));
    expect(await rowOf(ticket)).toMatchObject({ spam_at: null, status: "open" });
  });

  test("can be read by staff who know its number, who can only unmark it", async () => {
    const ticket = await ticketOf(ana);
    const file = await write(ticket, ana, "Buy now");
    await spam(ticket, true);
    const read = await getTicket(agent, { number: ticket.number });
    expect(read.staff?.spam).toEqual({ at: now.toISOString(), until: "2026-12-21T10:00:00.000Z" });
    expect(read.may).toEqual({
      ...{ moveTo: [], update: false, reply: false, note: false },
      ...{ solve: false, reopen: false, rate: false },
    });
    expect(read.timeline.items.map(({ id }) => id)).toContain(file);
    const requestId = Bun.randomUUIDv7();
    const acts = [
      () => addNote(agent, { requestId, id: ticket.id, body: "x" }),
      () => redactMessage(agent, file),
      () => merge(ticket, ticket),
    ];
    for (const act of acts) expect((await refusalOf(act())).code).toBe("not_found");
    const customer = { ...agent, actor: await actorOf(database.db, ana) };
    const list = { view: "all", sort: "updated", descending: true, limit: 50 } as const;
    expect((await refusalOf(getTicket(customer, { number: ticket.number }))).code).toBe(
      "not_found",
    );
    for (const deps of [customer, agent]) {
      const { tickets } = await listTickets(deps, { ...list, q: `${ticket.subject}` });
      expect(tickets.map(({ id }) => id)).not.toContain(ticket.id);
    }
    const { tickets } = await listTickets(agent, { ...list, q: "is:spam" });
    expect(tickets.map(({ id }) => id)).toContain(ticket.id);
  });

  test("stays spam after that, and a ticket that is not spam cannot be unmarked", async () => {
    const ticket = await ticketOf(ana);
    expect((await refusalOf(spam(ticket, false))).code).toBe("not_found");
    await spam(ticket, true);
    const late = spam(ticket, false, new Date("2026-12-22T10:00:00.000Z"));
    expect((await refusalOf(late)).code).toBe("not_found");
  });
});
