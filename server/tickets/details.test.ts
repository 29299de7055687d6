import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { initialValues, staffValuesOf } from "../../shared/tickets/fields.ts";
import type { TicketDetails, TimelineItem } from "../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { openDatabase } from "../db/database.ts";
import { getTicket } from "./details.ts";
import { linkTickets, unlinkTickets } from "./links.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { readEarlierItems } from "./timeline.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const yesterday = new Date("2026-11-20T12:00:00.000Z");

let database: TestDatabase;
let acme: CompanyRow;
let ana: UserRow;
let maya: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  acme = await insertCompany(database.db, { name: "Acme" });
  ana = await insertUser(database.db, { companies: [acme.id] });
  maya = await insertUser(database.db, { role: "Agent", first_name: "Maya", last_name: "Lindt" });
}, 60_000);
afterAll(() => database.drop());

const as = (user: UserRow, at = now) => actingAs(database.db, user, at);

const open = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: ana.id, company_id: acme.id, created_at: yesterday },
    ...given,
  });

const key = () => ({ requestId: Bun.randomUUIDv7() });

async function walk(user: UserRow, ticket: TicketDetails): Promise<TimelineItem[]> {
  const items = [...ticket.timeline.items];
  for (let before = ticket.timeline.earlier; before; ) {
    const page = await readEarlierItems(await as(user), { id: ticket.id, before });
    items.unshift(...page.items);
    before = page.earlier;
  }
  return items;
}

describe("a ticket's page", () => {
  test("is read in one statement", async () => {
    const ticket = await open();
    let statements = 0;
    const db = openDatabase({
      url: database.url,
      size: 1,
      log: (event) => {
        if (event.level === "query") statements += 1;
      },
    });
    for (const user of [maya, ana]) {
      statements = 0;
      await getTicket({ ...(await as(user)), db }, ticket);
      expect(statements).toBe(1);
    }
    await db.destroy();
  });

  test("is not found outside the scope", async () => {
    const ticket = await open();
    const stranger = await insertUser(database.db, { companies: [acme.id] });
    const elsewhere = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned" },
    });
    for (const user of [stranger, elsewhere]) {
      expect((await refusalOf(getTicket(await as(user), ticket))).code).toBe("not_found");
    }
    expect((await refusalOf(getTicket(await as(maya), { number: 999_999 }))).code).toBe(
      "not_found",
    );
  });

  test("of a merged ticket names the ticket it went to, however long the chain", async () => {
    const target = await open();
    const closed = { status: "closed" };
    const middle = await open({ ...closed, merged_into_id: target.id });
    const source = await open({ ...closed, merged_into_id: middle.id });
    expect((await getTicket(await as(ana), source)).number).toBe(target.number);
    expect((await getTicket(await as(maya), middle)).number).toBe(target.number);
  });

  test("shows staff how the requester is addressed and reached", async () => {
    const wei = await insertUser(database.db, {
      ...{ first_name: "Wei Ling", last_name: "Tan", phone: "+65 6123 4567" },
      companies: [acme.id],
    });
    const ticket = await open({ requester_id: wei.id });
    expect((await getTicket(await as(maya), ticket)).staff).toMatchObject({
      requesterFirstName: "Wei Ling",
      requesterEmail: wei.email,
      requesterPhone: "+65 6123 4567",
    });
    expect(JSON.stringify(await getTicket(await as(wei), ticket))).not.toContain("6123 4567");
  });

  test("shows the notes on its company to staff only", async () => {
    const { db } = database;
    const harbour = await insertCompany(db, { name: "Harbour", notes: "Recalls go first." });
    const member = await insertUser(db, { companies: [harbour.id] });
    const assigned = await insertUser(db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [harbour.id] },
    });
    const ticket = await open({ requester_id: member.id, company_id: harbour.id });
    const notesFor = async (user: UserRow) =>
      (await getTicket(await as(user), ticket)).staff?.companyNotes;
    expect([await notesFor(maya), await notesFor(assigned)]).toEqual([
      "Recalls go first.",
      "Recalls go first.",
    ]);
    expect(JSON.stringify(await getTicket(await as(member), ticket))).not.toContain("Recalls");
    const none = await open({ company_id: null });
    expect((await getTicket(await as(maya), none)).staff?.companyNotes).toBe("");
  });

  test("shows staff all that they work with, and a Customer the last public change", async () => {
    const at = (minute: number) => new Date(yesterday.getTime() + minute * 60_000);
    const team = await insertTeam(database.db, { name: "Printers" });
    const [noah, bea] = [
      await insertUser(database.db, { role: "Agent", first_name: "Noah", last_name: "Weber" }),
      await insertUser(database.db, { role: "Agent", first_name: "Bea", last_name: "Arens" }),
    ];
    const eva = await insertUser(database.db, {
      ...{ first_name: "Eva", last_name: "Holm", time_zone: "Asia/Tokyo", companies: [acme.id] },
    });
    const ticket = await open({
      ...{ requester_id: eva.id, assignee_id: maya.id, team_id: team.id, status: "pending" },
      ...{ priority: "urgent", type: "incident", channel: "phone", tags: ["wet", "blue"] },
      ...{ followers: [noah.id, bea.id], reopen_count: 2, waiting_for: "customer" },
      ...{ updated_at: at(9), publicly_updated_at: at(8), waiting_since: at(7) },
      ...{ snoozed_until: at(6), first_staff_reply_at: at(5), last_resolved_at: at(4) },
      ...{ rating: "bad", rating_comment: "Slow", rated_at: at(3) },
    });
    const { staff, ...page } = await getTicket(await as(maya), ticket);
    expect(page).toMatchObject({
      ...{ requester: { id: eva.id, name: "Eva Holm" }, company: { id: acme.id, name: "Acme" } },
      assignee: { id: maya.id, name: "Maya Lindt" },
      followers: [
        { id: bea.id, name: "Bea Arens" },
        { id: noah.id, name: "Noah Weber" },
      ],
      ...{ createdAt: yesterday.toISOString(), updatedAt: at(9).toISOString() },
      rating: { rating: "bad", comment: "Slow", at: at(3).toISOString() },
    });
    expect(staff).toEqual({
      ...staffValuesOf(initialValues),
      ...{ version: ticket.version, priority: "urgent", type: "incident", channel: "phone" },
      ...{ team: { id: team.id, name: "Printers" }, tags: ["blue", "wet"] },
      ...{ waitingFor: "customer", waitingSince: at(7).toISOString(), reopenCount: 2 },
      ...{ snoozedUntil: at(6).toISOString(), firstStaffReplyAt: at(5).toISOString() },
      ...{ lastResolvedAt: at(4).toISOString(), spam: null, otherTickets: [], links: [] },
      ...{ requesterFirstName: "Eva", requesterEmail: eva.email, requesterPhone: null },
      ...{ requesterTimeZone: "Asia/Tokyo", companyNotes: "" },
      copied: [{ address: "copied@elsewhere.test", name: "Copied" }],
    });
    const forEva = await getTicket(await as(eva), ticket);
    expect(forEva).toMatchObject({ updatedAt: at(8).toISOString(), rating: { comment: "Slow" } });
  });

  test("shows that the ticket is spam, and until when it can be unmarked", async () => {
    const ticket = await open({ spam_at: yesterday });
    const { staff } = await getTicket(await as(maya), ticket);
    expect(staff?.spam).toEqual({
      ...{ at: yesterday.toISOString(), until: "2026-12-20T12:00:00.000Z" },
    });
  });

  test("shows staff the ten newest other tickets of the requester, newest first, without spam", async () => {
    const ida = await insertUser(database.db, { companies: [acme.id] });
    const at = (day: number) => new Date(yesterday.getTime() - day * 86_400_000);
    const by = { requester_id: ida.id };
    const numbers: number[] = [];
    // Opened in no order, two of them at the same moment.
    for (const day of [5, 1, 9, 3, 7, 2, 8, 4, 6, 4, 11]) {
      numbers.push((await open({ ...by, created_at: at(day) })).number);
    }
    await open({ ...by, created_at: at(0), spam_at: at(0) });
    const ticket = await open({ ...by, created_at: at(12) });
    const { staff } = await getTicket(await as(maya), ticket);
    const newest = [1, 5, 3, 9, 7, 0, 8, 4, 6, 2].map((place) => numbers[place]);
    expect(staff?.otherTickets.map(({ number }) => number)).toEqual(newest as number[]);
  });

  test("counts the requester's other open tickets for staff, within their scope", async () => {
    const other = await insertCompany(database.db);
    const joe = await insertUser(database.db, { companies: [acme.id, other.id] });
    const by = { requester_id: joe.id };
    const ticket = await open(by);
    const [foreign, pending] = [
      await open({ ...by, company_id: other.id, created_at: yesterday }),
      await open({ ...by, status: "pending" }),
    ];
    await open({ ...by, status: "resolved" });
    await open({ ...by, spam_at: yesterday });
    const ofAcme = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
    });
    const openFor = async (user: UserRow) => {
      const { staff } = await getTicket(await as(user), ticket);
      const numbers = staff?.otherOpen?.tickets.map(({ number }) => number);
      return { count: staff?.otherOpen?.count, numbers: numbers?.sort() };
    };
    const both = [foreign.number, pending.number].sort();
    expect(await openFor(maya)).toEqual({ count: 2, numbers: both });
    expect(await openFor(ofAcme)).toEqual({ count: 1, numbers: [pending.number] });
    const { staff } = await getTicket(await as(ofAcme), ticket);
    expect(staff?.otherOpen?.tickets[0]?.company).toEqual({ name: acme.name });
  });

  test("shows staff the requester's other tickets and links within their scope", async () => {
    const other = await insertCompany(database.db);
    const ben = await insertUser(database.db, { companies: [acme.id, other.id] });
    const [ticket, sameCompany, foreign] = [
      await open({ requester_id: ben.id }),
      await open({ requester_id: ben.id }),
      await open({ requester_id: ben.id, company_id: other.id }),
    ];
    const ofAcme = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
    });
    const link = async (user: UserRow, number: number) =>
      linkTickets(await as(user), { id: ticket.id, number, kind: "related" });
    await link(maya, foreign.number);
    await link(maya, sameCompany.number);
    await link(maya, sameCompany.number);

    const forMaya = await getTicket(await as(maya), ticket);
    expect(forMaya.staff?.otherTickets).toHaveLength(2);
    const sides = async (of: { number: number }) =>
      (await getTicket(await as(maya), of)).staff?.links.map(
        ({ direction, ticket: { number } }) => [direction, number],
      );
    expect(await sides(ticket)).toEqual([
      ["to", foreign.number],
      ["to", sameCompany.number],
    ]);
    expect(await sides(foreign)).toEqual([["from", ticket.number]]);
    const forOther = await getTicket(await as(ofAcme), ticket);
    expect(forOther.staff?.otherTickets.map(({ number }) => number)).toEqual([sameCompany.number]);
    expect(forOther.staff?.links.map((each) => each.ticket.number)).toEqual([sameCompany.number]);
    expect((await refusalOf(link(ofAcme, foreign.number))).details.fields?.[0]?.field).toBe(
      "number",
    );
    expect((await refusalOf(link(maya, ticket.number))).code).toBe("invalid_input");

    const linked = (page: TicketDetails) =>
      page.timeline.items.flatMap((item) =>
        item.kind === "event" && item.change.kind === "linked" ? [item.change.other?.number] : [],
      );
    expect(linked(forMaya)).toEqual([foreign.number, sameCompany.number]);
    // It shows that there is another ticket, not which one.
    expect(linked(forOther)).toEqual([undefined, sameCompany.number]);

    const hidden = forMaya.staff?.links.find((each) => each.ticket.number === foreign.number);
    const unlink = async (user: UserRow) =>
      unlinkTickets(await as(user), { id: ticket.id, linkId: hidden?.id ?? "" });
    expect((await refusalOf(unlink(ofAcme))).code).toBe("not_found");
    expect((await unlink(maya)).staff?.links).toHaveLength(1);
    expect((await unlink(maya)).staff?.links).toHaveLength(1);
  });
});

describe("for a Customer", () => {
  test("activity among staff changes no byte", async () => {
    const ticket = await open({ status: "open", assignee_id: maya.id, tags: ["old"] });
    const { id: messageId } = await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: ana.id, created_at: yesterday },
    });
    const team = await insertTeam(database.db);
    const noah = await insertUser(database.db, { role: "Agent" });
    const related = await open();
    const seen = async () => JSON.stringify(await getTicket(await as(ana), ticket));
    const before = await seen();

    await addNote(await as(maya), { ...key(), id: ticket.id, body: "Hm.", mentions: [noah.id] });
    const patches = [
      { priority: "urgent", type: "incident", teamId: team.id },
      { addTags: ["vip"], removeTags: ["old"] },
      { addFollowers: [noah.id] },
      { snoozedUntil: "2026-11-25T12:00:00.000Z" },
    ] as const;
    for (const patch of patches) {
      const acted = await updateTicket(
        await as(maya),
        change(await storedTicket(database.db, ticket.id), patch as never),
      );
      if ("addTags" in patch) await undoAct(await as(maya), { ...key(), actId: acted.actId });
    }
    await linkTickets(await as(maya), { id: ticket.id, number: related.number, kind: "parent-of" });
    await replyToTicket(await as(maya), {
      ...key(),
      id: ticket.id,
      body: "Wait",
      seenMessageId: messageId,
    });
    expect(await seen()).toBe(before);
  });

  test("a company that is not the reader's is not named in the timeline", async () => {
    const secret = await insertCompany(database.db, { name: "Secret Works" });
    const ticket = await open({ company_id: secret.id });
    const ben = await insertUser(database.db, { companies: [secret.id, acme.id] });
    await database.db
      .insertInto("ticket_people")
      .values({ ticket_id: ticket.id, user_id: ben.id })
      .execute();
    await updateTicket(await as(maya), change(ticket, { companyId: acme.id }));
    const agent = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
    });
    const moved = async (reader: UserRow) =>
      (await getTicket(await as(reader), ticket)).timeline.items.find(
        (item) => item.kind === "event" && item.change.kind === "company",
      );
    const told = (from: string) => ({ change: { kind: "company", from, to: "Acme" } });
    for (const reader of [ana, agent])
      expect(await moved(reader)).toMatchObject(told("another company"));
    for (const reader of [maya, ben])
      expect(await moved(reader)).toMatchObject(told("Secret Works"));
    const answer = JSON.stringify(await getTicket(await as(ana), ticket));
    expect(answer).not.toContain(secret.id);
  });

  test("a previous requester is named only to a Customer who knows them from elsewhere", async () => {
    const ticket = await open();
    const cleo = await insertUser(database.db, { companies: [acme.id], first_name: "Cleo" });
    const lead = await insertUser(database.db, { companies: [acme.id] });
    await database.db
      .updateTable("user_companies")
      .set({ sees_all_tickets: true })
      .where("user_id", "=", lead.id)
      .execute();
    await updateTicket(await as(maya), change(ticket, { requesterId: cleo.id }));
    const before = async (reader: UserRow) => {
      const { timeline } = await getTicket(await as(reader), ticket);
      const told = timeline.items.find(
        (item) => item.kind === "event" && item.change.kind === "requester",
      );
      return told?.kind === "event" && told.change.kind === "requester" ? told.change : null;
    };
    expect(await before(cleo)).toMatchObject({ from: null, to: { id: cleo.id } });
    expect(JSON.stringify(await getTicket(await as(cleo), ticket))).not.toContain(ana.id);
    // Customers do not see followers.
    await database.db
      .insertInto("ticket_people")
      .values({ ticket_id: ticket.id, user_id: ana.id })
      .onConflict((twice) => twice.doNothing())
      .execute();
    expect(await before(cleo)).toMatchObject({ from: null, to: { id: cleo.id } });
    for (const reader of [maya, lead, ana]) {
      expect(await before(reader)).toMatchObject({ from: { id: ana.id }, to: { id: cleo.id } });
    }
    await insertMessage(database.db, { ticket_id: ticket.id, author_id: ana.id });
    expect(await before(cleo)).toMatchObject({ from: { id: ana.id } });
  });

  test("a snooze says until when it was before; older actions, which did not store that, say until when it is", async () => {
    const ticket = await open({ status: "open" });
    const [monday, tuesday] = ["2026-11-23T09:00:00.000Z", "2026-11-24T09:00:00.000Z"];
    await updateTicket(await as(maya), change(ticket, { snoozedUntil: monday }));
    const shown = await storedTicket(database.db, ticket.id);
    await updateTicket(await as(maya), change(shown, { snoozedUntil: tuesday }));
    const told = async () =>
      (await getTicket(await as(maya), ticket)).timeline.items.flatMap((item) =>
        item.kind === "event" && item.change.kind === "snoozed" ? [item.change] : [],
      );
    expect(await told()).toEqual([
      { kind: "snoozed", from: null, until: monday },
      { kind: "snoozed", from: monday, until: tuesday },
    ]);
    await sql`update ticket_events set data = data - 'from' where ticket_id = ${ticket.id}`.execute(
      database.db,
    );
    expect(await told()).toEqual([
      { kind: "snoozed", from: null, until: monday },
      { kind: "snoozed", from: null, until: tuesday },
    ]);
  });

  test("public changes are shown without the internal changes of the same action", async () => {
    const ticket = await open();
    await updateTicket(
      await as(maya),
      change(ticket, { assigneeId: maya.id, priority: "high", addTags: ["secret"] }),
    );
    const { timeline, ...fields } = await getTicket(await as(ana), ticket);
    expect(fields.staff).toBeUndefined();
    expect(fields.followers).toEqual([]);
    expect(timeline.items.map((item) => item.kind === "event" && item.change)).toEqual(
      expect.arrayContaining([
        { kind: "status", from: "new", to: "open" },
        { kind: "assigned", from: null, to: { id: maya.id, name: "Maya Lindt" } },
      ]),
    );
    expect(timeline.items).toHaveLength(2);
    const events = await database.db
      .selectFrom("ticket_events")
      .select(["id", "act_id"])
      .where("ticket_id", "=", ticket.id)
      .execute();
    for (const { id, act_id } of events) {
      expect(JSON.stringify(timeline)).not.toContain(id);
      expect(JSON.stringify(timeline)).not.toContain(act_id);
    }
  });
});

describe("the reader's permissions", () => {
  test("depend on the state and on the reader", async () => {
    const resolved = await open({ status: "resolved", updated_at: yesterday });
    const closed = await open({ status: "closed", updated_at: yesterday });
    const may = async (user: UserRow, ticket: { number: number }) =>
      (await getTicket(await as(user), ticket)).may;
    expect(await may(ana, resolved)).toMatchObject({
      ...{ reply: true, reopen: true, rate: true, solve: false, update: false, note: false },
    });
    expect(await may(ana, closed)).toMatchObject({ reply: true, reopen: false, rate: true });
    expect(await may(maya, resolved)).toMatchObject({
      ...{ moveTo: ["open", "pending", "closed"], reply: true, note: true, update: true },
    });
    expect(await may(maya, closed)).toMatchObject({ moveTo: [], reply: false, note: false });
  });

  test("the author of an action can undo it once, for ten minutes", async () => {
    const ticket = await open();
    const { actId } = await updateTicket(await as(maya), change(ticket, { priority: "high" }));
    const noah = await insertUser(database.db, { role: "Agent" });
    const undoable = async (user: UserRow, at = now) =>
      (await getTicket(await as(user, at), ticket)).timeline.items.map(
        (item) => item.kind === "event" && item.undoable,
      );
    expect(await undoable(maya)).toEqual([true]);
    expect(await undoable(noah)).toEqual([false]);
    expect(await undoable(maya, new Date(now.getTime() + 601_000))).toEqual([false]);
    await undoAct(await as(maya), { ...key(), actId });
    expect(await undoable(maya)).toEqual([false, false]);
  });
});

describe("a timeline", () => {
  test("of 2,000 messages opens with the newest and pages through each item once, in order", async () => {
    const ticket = await open();
    const at = (minute: number) => new Date(yesterday.getTime() + minute * 60_000);
    const messages = Array.from({ length: 2000 }, (_, index) => {
      const isNote = index % 5 === 4;
      // Two at the same moment, now and then.
      const created_at = at(Math.floor(index / 2));
      return {
        id: Bun.randomUUIDv7(),
        ...{ ticket_id: ticket.id, home_ticket_id: ticket.id, author_id: maya.id },
        ...{
          kind: isNote ? ("note" as const) : ("public" as const),
          body: `Message ${index}`,
          created_at,
        },
        released_at: isNote ? null : created_at,
      };
    });
    for (let from = 0; from < messages.length; from += 500) {
      await database.db
        .insertInto("messages")
        .values(messages.slice(from, from + 500))
        .execute();
    }
    await updateTicket(await as(maya), change(ticket, { assigneeId: maya.id, priority: "low" }));

    const first = await getTicket(await as(maya), ticket);
    expect(first.timeline.items).toHaveLength(60);

    const all = await walk(maya, first);
    expect(new Set(all.map(({ id }) => id)).size).toBe(2003);
    expect(all).toHaveLength(2003);
    const times = all.map((item) => item.at);
    expect(times).toEqual([...times].sort());

    const forAna = await walk(ana, await getTicket(await as(ana), ticket));
    expect(forAna).toHaveLength(1602);
    expect(forAna.every((item) => item.kind === "event" || item.state === "public")).toBe(true);
  }, 60_000);

  test("refuses a cursor of another list", async () => {
    const ticket = await open();
    const error = await refusalOf(
      readEarlierItems(await as(maya), { id: ticket.id, before: btoa('["-updated","x"]') }),
    );
    expect(error.code).toBe("invalid_cursor");
  });
});
