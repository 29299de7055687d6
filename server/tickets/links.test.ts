import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LinkTicketsInput } from "../../shared/schemas/tickets.ts";
import type { LinkKind } from "../../shared/tickets/page.ts";
import { ticketLimits } from "../../shared/tickets/vocabulary.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { copyTickets } from "../../tests/support/copy-tickets.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedEvents, storedLiveEvents, storedTicket } from "../../tests/support/stored.ts";
import { readTicketDetails } from "./details.ts";
import { linkTickets, unlinkTickets } from "./links.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";

let database: TestDatabase;
let acme: CompanyRow;
let maya: UserRow;
let open: SmallDesk["open"];

beforeAll(async () => {
  ({ database, acme, maya, open } = await createSmallDesk());
}, 60_000);
afterAll(() => database.drop());

async function link(
  from: { id: string },
  to: TicketRow,
  kind: LinkTicketsInput["kind"] = "related",
  by = maya,
) {
  const deps = await actingAs(database.db, by, now);
  return await linkTickets(deps, { id: from.id, number: to.number, kind });
}

/** The same link from its other end: what the other ticket is to this one. */
async function linkFrom(to: { id: string }, from: TicketRow, kind: LinkTicketsInput["kind"]) {
  const deps = await actingAs(database.db, maya, now);
  const input = { id: to.id, number: from.number, kind, direction: "from" } as const;
  return await linkTickets(deps, input);
}

async function unlink(from: { id: string }, linkId: string, by = maya) {
  return await unlinkTickets(await actingAs(database.db, by, now), { id: from.id, linkId });
}

const linksOf = (id: string) =>
  database.db
    .selectFrom("ticket_links")
    .selectAll()
    .where((is) => is.or([is("ticket_id", "=", id), is("other_id", "=", id)]))
    .execute();

const told = async ({ id }: TicketRow) =>
  (await storedEvents(database.db, id)).map(({ kind, audience, data }) => [kind, audience, data]);

test("adding and removing a link appears in both timelines, for staff, and updates open pages of both", async () => {
  const [one, other] = [await open(), await open({ company_id: null })];
  await link(one, other, "duplicate-of");
  const [made] = await linksOf(one.id);
  expect(made).toMatchObject({
    ...{ ticket_id: one.id, other_id: other.id, kind: "duplicate-of" },
    ...{ created_by: maya.id, created_at: now },
  });
  await unlink(other, made?.id ?? "");
  expect(await linksOf(one.id)).toEqual([]);

  const to = { link: "duplicate-of", direction: "to", other: other.id };
  const from = { link: "duplicate-of", direction: "from", other: one.id };
  expect(await told(one)).toEqual([
    ["linked", "staff", to],
    ["unlinked", "staff", to],
  ]);
  expect(await told(other)).toEqual([
    ["linked", "staff", from],
    ["unlinked", "staff", from],
  ]);
  for (const ticket of [one, other]) {
    const live = {
      ...{ topic: "ticket", audience: "staff" as const, version: null, number: ticket.number },
      ...{ company_ids: ticket.company_id ? [acme.id] : [], people_ids: [] },
    };
    expect(await storedLiveEvents(database.db, ticket.id)).toEqual([live, live]);
    expect(await storedTicket(database.db, ticket.id)).toEqual(ticket);
  }
});

test("a link that exists is not added again, from either side if it is related", async () => {
  const [one, other] = [await open(), await open()];
  await link(one, other);
  await link(other, one);
  await link(one, other);
  expect(await linksOf(one.id)).toHaveLength(1);
  expect(await told(one)).toHaveLength(1);
  // Parent and child are the same link from both sides.
  await link(other, one, "parent-of");
  const sides = (await linksOf(one.id)).map(({ kind, ticket_id }) => [kind, ticket_id]).sort();
  expect(sides).toEqual([
    ["parent-of", other.id],
    ["related", one.id],
  ]);
});

test("the same link can be made from either end", async () => {
  const [child, parent] = [await open(), await open()];
  const { id, staff } = await linkFrom(child, parent, "parent-of");
  expect(id).toBe(child.id);
  expect(staff?.links).toMatchObject([
    { kind: "parent-of", direction: "from", ticket: { number: parent.number } },
  ]);
  await link(parent, child, "parent-of");
  expect(await linksOf(child.id)).toMatchObject([{ ticket_id: parent.id, other_id: child.id }]);
  const made = { link: "parent-of", other: parent.id };
  expect(await told(child)).toEqual([["linked", "staff", { ...made, direction: "from" }]]);
  expect(await told(parent)).toEqual([
    ["linked", "staff", { ...made, direction: "to", other: child.id }],
  ]);
});

/** Adds links from a ticket to that many others and returns their ids, newest last. */
async function linkToMany(
  { id }: TicketRow,
  count: number,
  kind: LinkKind = "parent-of",
): Promise<string[]> {
  const others = await copyTickets(database.db, id, count);
  const link = { kind, created_by: maya.id, created_at: now };
  const rows = others.map((other_id) =>
    kind === "follow-up-of"
      ? { ...link, id: Bun.randomUUIDv7(), ticket_id: other_id, other_id: id }
      : { ...link, id: Bun.randomUUIDv7(), ticket_id: id, other_id },
  );
  await database.db.insertInto("ticket_links").values(rows).execute();
  return others;
}

test("the number of links is limited, whichever ticket they are made from", async () => {
  const [full, other] = [await open(), await open()];
  await linkToMany(full, ticketLimits.links - 1);
  await link(full, other);
  await link(full, other);
  const third = await open();
  const words = async (making: Promise<unknown>) => (await refusalOf(making)).details.fields;
  expect(await words(link(full, third))).toEqual([
    { field: "number", message: "This ticket has 100 links, and more are not possible." },
  ]);
  expect(await words(linkFrom(full, third, "parent-of"))).toEqual([
    { field: "number", message: "This ticket has 100 links, and more are not possible." },
  ]);
  expect(await words(link(third, full))).toEqual([
    {
      field: "number",
      message: `#${full.number} has 100 links, and more are not possible.`,
    },
  ]);
  expect(await linksOf(full.id)).toHaveLength(ticketLimits.links);
  expect(await told(third)).toEqual([]);
});

test("only one of several concurrent links takes the last free place", async () => {
  const [full, ...others] = [await open(), await open(), await open(), await open()];
  await linkToMany(full, ticketLimits.links - 1);
  const outcomes = await Promise.allSettled(
    others.map((other, at) => (at === 1 ? link(other, full) : link(full, other))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await linksOf(full.id)).toHaveLength(ticketLimits.links);
});

test("follow-ups by customers do not count towards the limit, and the newest are shown", async () => {
  const [closed, other] = [await open({ status: "closed" }), await open()];
  await link(closed, other);
  const followUps = await linkToMany(closed, 3 * ticketLimits.links, "follow-up-of");
  const { staff } = await link(closed, other);
  const newest = followUps.slice(1 - 2 * ticketLimits.links);
  expect(staff?.links.map(({ ticket }) => ticket.id)).toEqual([other.id, ...newest]);
});

test("a missing, hidden or identical ticket is refused, and nothing is written", async () => {
  const narrow = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
  });
  const [one, hidden] = [await open(), await open({ company_id: null })];
  expect((await refusalOf(link({ id: Bun.randomUUIDv7() }, one))).code).toBe("not_found");
  expect((await refusalOf(link(hidden, one, "related", narrow))).code).toBe("not_found");
  for (const [target, by, message] of [
    [hidden, narrow, "There is no ticket with this number, or you don't have access to it."],
    [
      { ...one, number: 999_999 },
      maya,
      "There is no ticket with this number, or you don't have access to it.",
    ],
    [one, maya, "A ticket cannot be linked to itself."],
  ] as const) {
    const refused = await refusalOf(link(one, target, "related", by));
    expect(refused.details.fields).toEqual([{ field: "number", message }]);
  }
  expect(await linksOf(one.id)).toEqual([]);
  expect(await told(one)).toEqual([]);
});

test("only a person who sees both tickets can remove a link, and only one of that ticket", async () => {
  const narrow = await insertUser(database.db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [acme.id] },
  });
  const before = await open({ company_id: null });
  const [one, other, third] = [await open(), await open({ company_id: null }), await open()];
  await link(one, before);
  const [older] = await linksOf(one.id);
  expect((await refusalOf(unlink(one, older?.id ?? "", narrow))).code).toBe("not_found");
  await unlink(one, older?.id ?? "");
  await link(one, other);
  await link(one, third);
  const [made, stays] = await linksOf(one.id);
  const { id } = (made?.other_id === other.id || made?.ticket_id === other.id ? made : stays) ?? {
    id: "",
  };
  await unlink(third, id);
  expect(await linksOf(one.id)).toHaveLength(2);
  for (const side of [one, other]) {
    expect((await refusalOf(unlink(side, id, narrow))).code).toBe("not_found");
  }
  expect(await linksOf(one.id)).toHaveLength(2);
  await unlink(one, id);
  await unlink(one, id);
  expect(await linksOf(one.id)).toHaveLength(1);
  expect((await told(one)).map(([kind]) => kind)).toEqual([
    ...["linked", "unlinked", "linked", "linked", "unlinked"],
  ]);
});

test("one of two concurrent removals succeeds, and it is logged once", async () => {
  const [one, other] = [await open(), await open()];
  await link(one, other);
  const [made] = await linksOf(one.id);
  await Promise.all(Array.from({ length: 4 }, () => unlink(one, made?.id ?? "")));
  expect((await told(one)).map(([kind]) => kind)).toEqual(["linked", "unlinked"]);
});

describe("when one of two linked tickets is merged", () => {
  const merge = async (source: TicketRow, target: TicketRow) => {
    const pair = { sourceId: source.id, targetId: target.id, requestId: Bun.randomUUIDv7() };
    await mergeTickets(await actingAs(database.db, maya, now), pair);
  };
  const unmerge = async (source: TicketRow) => {
    const input = { sourceId: source.id, requestId: Bun.randomUUIDv7() };
    await unmergeTicket(await actingAs(database.db, maya, now), input);
  };
  /** As its page shows them: relation and ticket. */
  const shownOn = async ({ id }: TicketRow) => {
    const { staff } = await readTicketDetails(await actingAs(database.db, maya, now), id);
    const links = staff?.links ?? [];
    return links
      .map(({ kind, direction, ticket }) =>
        kind === "related" ? `related ${ticket.number}` : `${kind} ${direction} ${ticket.number}`,
      )
      .sort();
  };
  const countLiveEvents = async ({ id }: TicketRow) =>
    (await storedLiveEvents(database.db, id)).length;

  test("the link points to the merge target, and back to the source after the undo", async () => {
    // Related tickets are ordered by id, which is another order after the merge.
    const [source, other, target] = [await open(), await open(), await open()];
    await link(source, other);
    await link(source, other, "parent-of");
    const before = await linksOf(source.id);
    const told = await countLiveEvents(other);
    await merge(source, target);
    expect(await shownOn(other)).toEqual([
      `parent-of from ${target.number}`,
      `related ${target.number}`,
    ]);
    expect(await shownOn(target)).toEqual([
      `parent-of to ${other.number}`,
      `related ${other.number}`,
    ]);
    expect(await countLiveEvents(other)).toBe(told + 1);
    await unmerge(source);
    expect(await linksOf(source.id)).toEqual(before);
    expect(await shownOn(target)).toEqual([]);
    expect(await countLiveEvents(other)).toBe(told + 2);
  });

  test("no link is doubled or points to itself, and hidden ones do not count", async () => {
    const [source, other, target] = [await open(), await open(), await open()];
    await link(source, other);
    await link(other, target);
    await link(source, target, "duplicate-of");
    const before = await linksOf(source.id);
    await merge(source, target);
    expect(await shownOn(other)).toEqual([`related ${target.number}`]);
    expect(await shownOn(target)).toEqual([`related ${other.number}`]);
    await linkToMany(other, ticketLimits.links - 2);
    await link(other, await open());
    expect(await shownOn(other)).toHaveLength(ticketLimits.links);
    expect((await refusalOf(link(other, await open()))).code).toBe("invalid_input");
    await unmerge(source);
    expect(await linksOf(source.id)).toEqual(before);
  });

  test("in a chain each link returns from where it is, and removed links stay removed", async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    const [ofOne, ofTwo, ended] = [await open(), await open(), await open()];
    await link(one, ofOne);
    await link(two, ofTwo, "parent-of");
    await link(two, ended);
    await merge(one, two);
    await merge(two, three);
    const [gone] = await linksOf(ended.id);
    await unlink(three, gone?.id ?? "");
    expect(await shownOn(three)).toEqual([
      `parent-of to ${ofTwo.number}`,
      `related ${ofOne.number}`,
    ]);
    await unmerge(two);
    expect(await shownOn(ofOne)).toEqual([`related ${two.number}`]);
    expect(await shownOn(three)).toEqual([]);
    await unmerge(one);
    expect(await shownOn(ofOne)).toEqual([`related ${one.number}`]);
    expect(await shownOn(two)).toEqual([`parent-of to ${ofTwo.number}`]);
  });
});
