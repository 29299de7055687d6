import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TimelineEvent } from "../../shared/tickets/page.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertFile,
  insertMessage,
  insertTeam,
  insertUser,
  nameOf,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, type SmallDesk } from "../../tests/support/small-desk.ts";
import { cursorAt } from "../db/keyset.ts";
import { tryMailAgain } from "../mail/sent-mails.ts";
import { readTicketDetails } from "./details.ts";
import { readEarlierItems } from "./timeline.ts";
import { timelineOrder } from "./timeline-items.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let desk: SmallDesk;

beforeAll(async () => {
  desk = await createSmallDesk();
  database = desk.database;
}, 60_000);
afterAll(() => database.drop());

const isEvent = (item: { kind: string }): item is TimelineEvent => item.kind === "event";

test("an undone action is shown to each reader as they saw it, without internal ids", async () => {
  const { ana, maya } = desk;
  const ticket = await desk.open();
  const deps = await actingAs(database.db, maya);
  const patch = { priority: "high", assigneeId: maya.id } as const;
  await updateTicket(deps, change(ticket, { status: "pending" }));
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });

  const readBy = async (reader: typeof ana) => {
    const details = await readTicketDetails(await actingAs(database.db, reader), ticket.id);
    return details.timeline.items.filter(isEvent);
  };
  const undoneIn = (events: TimelineEvent[]) => {
    const [undone] = events.filter((event) => event.change.kind === "undone");
    const named = undone?.change.kind === "undone" ? undone.change.undoes : "";
    return events.find(({ id }) => id === named)?.change.kind;
  };
  expect(undoneIn(await readBy(maya))).toBe("priority");
  const seen = await readBy(ana);
  expect(undoneIn(seen)).toBe("assigned");
  const stored = await database.db.selectFrom("ticket_events").select(["id", "act_id"]).execute();
  const said = JSON.stringify(seen);
  expect(stored.filter(({ id, act_id }) => said.includes(id) || said.includes(act_id))).toEqual([]);
});

test("an undone action shows staff which value was restored, by name, and a Customer nothing of it", async () => {
  const { ana, maya, noah, acme } = desk;
  const team = await insertTeam(database.db, { name: "Warehouse" });
  const subject = Bun.randomUUIDv7();
  const ticket = await desk.open({ assignee_id: noah.id, subject });
  const deps = await actingAs(database.db, maya);
  const other = await insertCompany(database.db, { name: "Globex" });
  await database.db
    .insertInto("user_companies")
    .values({ user_id: ana.id, company_id: other.id })
    .execute();
  const patch = {
    ...{ subject: "Labels", assigneeId: maya.id, companyId: other.id, teamId: team.id },
  };
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await undoAct(deps, { requestId: Bun.randomUUIDv7(), actId });

  const backFor = async (reader: typeof ana) => {
    const { timeline } = await readTicketDetails(await actingAs(database.db, reader), ticket.id);
    return timeline.items.flatMap((item) =>
      isEvent(item) && item.change.kind === "undone" ? item.change.back : [],
    );
  };
  const back = await backFor(maya);
  expect(back).toHaveLength(4);
  expect(back).toEqual(
    expect.arrayContaining([
      { kind: "subject", from: "Labels", to: subject },
      {
        kind: "assigned",
        from: { id: maya.id, name: nameOf(maya) },
        to: { id: noah.id, name: "Noah Weber" },
      },
      { kind: "company", from: "Globex", to: acme.name },
      { kind: "team", from: "Warehouse", to: null },
    ]),
  );
  expect(await backFor(ana)).toEqual([]);
});

test("a reply that no mail server accepted shows staff which recipients it missed, until it is sent again", async () => {
  const { db } = database;
  const { ana, maya, noah } = desk;
  const ticket = await desk.open();
  const written = { ticket_id: ticket.id, author_id: maya.id };
  const reply = await insertMessage(db, written);
  const redacted = await insertMessage(db, { ...written, redacted_at: new Date() });
  const note = await insertMessage(db, { ...written, kind: "note" });
  const theirs = await insertMessage(db, { ...written, author_id: ana.id });
  const why = `550 5.1.1 <b>unknown</b> ${"\u{1F40C}".repeat(300)}`;
  const mail = (message: { id: string }, user: UserRow, state: "failed" | "sent") => ({
    ...{ id: Bun.randomUUIDv7(), template: "ticket-reply", data: {}, state, error: why },
    ...{ message_id: message.id, ticket_id: ticket.id, user_id: user.id },
    ...{ next_attempt_at: new Date(), created_at: new Date() },
  });
  const failed = mail(reply, ana, "failed");
  await db
    .insertInto("outgoing_mails")
    .values([
      ...[failed, mail(reply, noah, "sent"), mail(redacted, ana, "failed")],
      ...[mail(note, noah, "failed"), mail(theirs, maya, "failed")],
    ])
    .execute();
  const undelivered = async (reader: UserRow) => {
    const { timeline } = await readTicketDetails(await actingAs(db, reader), ticket.id);
    return timeline.items.flatMap((item) =>
      item.kind === "message" && item.undelivered ? [[item.id, item.undelivered]] : [],
    );
  };
  const words = `${[...why].slice(0, 199).join("")}…`;
  const missed = { id: failed.id, to: nameOf(ana), why: words };
  expect(await undelivered(noah)).toEqual([[reply.id, [missed]]]);
  const seen = await readTicketDetails(await actingAs(db, ana), ticket.id);
  expect(JSON.stringify(seen)).not.toMatch(/undelivered|550 /);

  const admin = await insertUser(db, { role: "Super Admin" });
  const asAdmin = await actingAs(db, admin);
  await tryMailAgain({ ...asAdmin, sending: true }, { id: failed.id });
  expect(await undelivered(noah)).toEqual([]);
});

/** As an action writes it, at the moment at which the ticket was opened. */
function eventOf({ id, created_at }: TicketRow, actor: UserRow) {
  return (kind: string, data: object = {}) => ({
    ...{ id: Bun.randomUUIDv7(), ticket_id: id, act_id: Bun.randomUUIDv7(), kind, data },
    ...{ actor_id: actor.id, audience: "everyone" as const, created_at },
  });
}

test("at the same moment the opening comes first, then messages, then changes", async () => {
  const { ana, maya } = desk;
  const ticket = await desk.open();
  const created_at = ticket.created_at;
  const event = eventOf(ticket, maya);
  const rows = [
    event("status", { from: "new", to: "open" }),
    event("created"),
    event("assigned", { from: null, to: maya.id }),
  ];
  await database.db.insertInto("ticket_events").values(rows).execute();
  for (const body of ["first", "second"]) {
    await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: maya.id, created_at, body },
    });
  }
  const note = { ticket_id: ticket.id, author_id: maya.id, created_at, kind: "note" as const };
  await insertMessage(database.db, { ...note, body: "third" });
  const told = async (reader: typeof ana) => {
    const deps = await actingAs(database.db, reader);
    const { items } = (await readTicketDetails(deps, ticket.id)).timeline;
    return items.map((item) => (item.kind === "event" ? item.change.kind : item.html));
  };
  expect(await told(maya)).toEqual([
    ...["created", "<p>first</p>", "<p>second</p>", "<p>third</p>", "status", "assigned"],
  ]);
  // Ids of one moment have no order.
  const [opening, first, second, ...changes] = await told(ana);
  expect([opening, first, second]).toEqual(["created", "<p>first</p>", "<p>second</p>"]);
  expect(changes.sort()).toEqual(["assigned", "status"]);
});

test("files are in the order in which they were added, without redacted ones", async () => {
  const { ana, maya } = desk;
  const ticket = await desk.open();
  const message = await insertMessage(database.db, { ticket_id: ticket.id, author_id: ana.id });
  const of = { message_id: message.id, uploader_id: ana.id };
  await insertFile(database.db, { ...of, name: "second.txt", position: 1 });
  await insertFile(database.db, { ...of, name: "gone.txt", position: 2, redacted: true });
  const { id } = await insertFile(database.db, { ...of, name: "first.txt", position: 0 });
  const size = { width: 640, height: 480 };
  await database.db.updateTable("files").set(size).where("id", "=", id).execute();
  const { items } = (await readTicketDetails(await actingAs(database.db, maya), ticket.id))
    .timeline;
  expect(items).toMatchObject([
    { files: [{ name: "first.txt", ...size }, { name: "second.txt" }] },
  ]);
});

test("only staff read earlier items of spam, and no one reads those of a ticket that they cannot see", async () => {
  const { ana, maya, acme } = desk;
  const { db } = database;
  const { id } = await desk.open({ spam_at: new Date() });
  await insertMessage(db, { ticket_id: id, author_id: ana.id, body: "Buy this" });
  const before = cursorAt(timelineOrder, ["infinity", 2, Bun.randomUUIDv7()]);
  const { items } = await readEarlierItems(await actingAs(db, maya), { id, before });
  expect(items).toMatchObject([{ html: "<p>Buy this</p>" }]);
  const seen = await desk.open();
  const colleague = await insertUser(db, { companies: [acme.id] });
  for (const [reader, hidden] of [
    [ana, id],
    [colleague, seen.id],
  ] as const) {
    const asked = readEarlierItems(await actingAs(db, reader), { id: hidden, before });
    expect((await refusalOf(asked)).code).toBe("not_found");
  }
});

test("people and records in events are shown by their current names", async () => {
  const { acme, ana, maya, noah } = desk;
  const [ticket, other] = [await desk.open(), await desk.open()];
  const team = await insertTeam(database.db, { name: "Printers" });
  const event = eventOf(ticket, maya);
  const link = { link: "related", direction: "to" };
  const rows = [
    event("requester", { from: ana.id, to: noah.id }),
    event("followers", { added: [noah.id], removed: [ana.id] }),
    event("team", { from: null, to: team.id }),
    event("company", { from: acme.id, to: null }),
    event("merged", { into: other.id }),
    event("merged-from", { source: other.id }),
    event("unmerged", { other: other.id }),
    event("split", { into: other.id, messages: 1 }),
    event("split-from", { origin: other.id, messages: 1 }),
    event("linked", { ...link, other: other.id }),
    event("unlinked", { ...link, other: other.id }),
  ];
  await database.db.insertInto("ticket_events").values(rows).execute();
  const deps = await actingAs(database.db, maya);
  const { items } = (await readTicketDetails(deps, ticket.id)).timeline;
  const named = (user: UserRow) => ({ id: user.id, name: nameOf(user) });
  const it = { number: other.number, subject: other.subject };
  expect(items.filter(isEvent).map(({ change }): object => change)).toEqual([
    { kind: "requester", from: named(ana), to: named(noah) },
    { kind: "followers", added: [named(noah)], removed: [named(ana)] },
    { kind: "team", from: null, to: "Printers" },
    { kind: "company", from: acme.name, to: null },
    { kind: "merged", into: it },
    { kind: "merged-from", source: it, mergedId: null },
    { kind: "unmerged", other: it },
    { kind: "split", into: it, messages: 1 },
    { kind: "split-from", origin: it, messages: 1 },
    { kind: "linked", ...link, other: it },
    { kind: "unlinked", ...link, other: it },
  ]);
});

test("a message has the time at which it became public, and marks only the people it mentions", async () => {
  const { ana, maya, noah } = desk;
  const { id, created_at } = await desk.open();
  const released_at = new Date(created_at.getTime() + 8000);
  const by = { ticket_id: id, author_id: ana.id, created_at };
  await insertMessage(database.db, { ...by, released_at, body: "Hello" });
  const note = { ...by, author_id: maya.id, kind: "note" as const };
  const { id: message_id } = await insertMessage(database.db, {
    ...{ ...note, created_at: released_at, body: `@${nameOf(noah)}` },
  });
  const user_id = noah.id;
  await database.db.insertInto("message_mentions").values({ message_id, user_id }).execute();
  const later = new Date(created_at.getTime() + 9000);
  await insertMessage(database.db, { ...note, created_at: later, body: `@${nameOf(noah)}, no` });
  const deps = await actingAs(database.db, maya);
  const { items } = (await readTicketDetails(deps, id)).timeline;
  expect(items).toMatchObject([
    { at: released_at.toISOString(), html: "<p>Hello</p>" },
    { html: `<p><span class="mention">@${nameOf(noah)}</span></p>` },
    { html: `<p>@${nameOf(noah)}, no</p>` },
  ]);
});
