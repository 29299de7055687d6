import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ListTicketsInput } from "../../shared/schemas/tickets.ts";
import {
  customerViews,
  openStatuses,
  type TicketRow,
  type TicketSort,
  type TicketView,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
  ticketViews,
  viewCountCap,
} from "../../shared/tickets/vocabulary.ts";
import {
  actorOf,
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  nameOf,
  type TicketRow as StoredRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { seeded } from "../../tests/support/random.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { walkOf } from "../../tests/support/walk.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { countTickets, countViews, listTickets } from "./list.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const hour = 3_600_000;

const database = setUpTestDatabase();
let db: Db;

beforeAll(async () => {
  db = database.db;
});

function deps(actor: Actor): ActorDeps {
  return { db, now, actor, credential: null, requestId: "test" };
}

async function list(actor: Actor, input: Partial<ListTicketsInput> = {}): Promise<TicketRow[]> {
  return (await listTickets(deps(actor), withDefaults(input))).tickets;
}

function withDefaults(input: Partial<ListTicketsInput>): ListTicketsInput {
  return { view: "all", sort: "updated", descending: true, limit: 50, ...input };
}

async function walk(actor: Actor, input: Partial<ListTicketsInput>): Promise<TicketRow[]> {
  const found: TicketRow[] = [];
  let cursor = input.cursor ?? null;
  do {
    const page = await listTickets(deps(actor), withDefaults({ ...input, cursor }));
    found.push(...page.tickets);
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

describe("over a random desk", () => {
  let people: UserRow[];
  let tickets: (StoredRow & { people: string[] })[];
  let actors: Record<string, Actor>;
  let memberships: { userId: string; companyId: string; all: boolean }[];

  beforeAll(async () => {
    const random = seeded(20261121);
    const companies = [];
    for (let index = 0; index < 6; index++) companies.push((await insertCompany(db)).id);
    const admin = await insertUser(db, { role: "Super Admin" });
    const agents = [
      await insertUser(db, { role: "Agent" }),
      await insertUser(db, {
        role: "Agent",
        company_scope: "assigned",
        companies: companies.slice(0, 1),
      }),
      await insertUser(db, {
        role: "Agent",
        company_scope: "assigned",
        companies: companies.slice(1, 4),
      }),
      await insertUser(db, { role: "Agent", company_scope: "assigned" }),
    ];
    const customers: UserRow[] = [];
    for (let index = 0; index < 8; index++) {
      const memberOf = random.some(companies, 0.4);
      customers.push(
        await insertUser(db, {
          companies: memberOf.map((id) => ({ id, seesAllTickets: random.chance(0.5) })),
        }),
      );
    }
    people = [admin, ...agents, ...customers];

    tickets = [];
    for (let index = 0; index < 160; index++) {
      const status = random.pick(ticketStatuses);
      const solved = status === "resolved" || status === "closed";
      // Few different times, so that many share the same position.
      const at = (hours: number) => new Date(now.getTime() - random.below(hours) * hour);
      const updated = at(12);
      const followers = random.some(customers, 0.1).map((user) => user.id);
      const requester_id = random.pick(customers).id;
      const waits = status !== "on-hold" && !solved && random.chance(0.8);
      const merged = status === "closed" && random.chance(0.1);
      const row = await insertTicket(db, {
        status,
        requester_id,
        followers,
        priority: random.pick(ticketPriorities),
        company_id: random.chance(0.2) ? null : random.pick(companies),
        assignee_id: random.chance(0.3) ? null : random.pick([admin, ...agents]).id,
        created_at: at(20),
        updated_at: updated,
        publicly_updated_at: at(12),
        waiting_for: waits ? random.pick(["us", "customer"]) : null,
        waiting_since: waits ? at(5) : null,
        last_resolved_at: solved || random.chance(0.2) ? at(24 * 14) : null,
        closed_at: status === "closed" ? at(24) : null,
        snoozed_until: random.chance(0.2)
          ? new Date(now.getTime() + (random.below(5) - 2) * hour)
          : null,
        spam_at: random.chance(0.07) ? updated : null,
        merged_into_id: merged ? (tickets[0]?.id ?? null) : null,
      });
      tickets.push({ ...row, people: [requester_id, ...followers] });
    }

    const stored = await db.selectFrom("user_companies").selectAll().execute();
    memberships = stored.map(({ user_id, company_id, sees_all_tickets }) => ({
      userId: user_id,
      companyId: company_id,
      all: sees_all_tickets,
    }));
    actors = {};
    for (const user of people) actors[`${user.role} ${nameOf(user)}`] = await actorOf(db, user);
  });

  /** Rule by rule, with no SQL. */
  function seenBy(actor: Actor, isSpam = false): StoredRow[] {
    const user = people.find((person) => person.id === actor.id);
    const mine = memberships.filter((membership) => membership.userId === actor.id);
    return tickets.filter((ticket) => {
      if ((ticket.spam_at !== null) !== isSpam || ticket.merged_into_id) return false;
      if (user?.role === "Super Admin" || user?.company_scope === "all") return true;
      const membership = mine.find((each) => each.companyId === ticket.company_id);
      if (user?.role === "Agent") return membership !== undefined;
      return ticket.people.includes(actor.id) || membership?.all === true;
    });
  }

  function isIn(view: TicketView, ticket: StoredRow, actor: Actor): boolean {
    const open = (openStatuses as readonly string[]).includes(ticket.status);
    const customer = actor.role === "Customer";
    const snoozed = !customer && ticket.snoozed_until !== null && ticket.snoozed_until > now;
    const weekAgo = new Date(now.getTime() - 7 * 24 * hour);
    const solved = ticket.status === "resolved" || ticket.status === "closed";
    switch (view) {
      case "my-open":
        return ticket.assignee_id === actor.id && open && !snoozed;
      case "unassigned":
        return ticket.assignee_id === null && open && !snoozed;
      case "all-open":
        return open && !snoozed;
      case "pending":
        if (customer && ticket.requester_id !== actor.id) return false;
        return ticket.status === view && !snoozed;
      case "on-hold":
        return ticket.status === view && !snoozed;
      case "snoozed":
        return snoozed;
      case "recently-resolved":
        return (
          solved &&
          (customer || (ticket.last_resolved_at !== null && ticket.last_resolved_at > weekAgo))
        );
      case "all":
        return true;
      case "spam":
        return ticket.spam_at !== null;
    }
  }

  let foldedNames: Map<string, string>;
  beforeAll(async () => {
    const users = await db.selectFrom("users").select(["id", "folded_name"]).execute();
    const companies = await db.selectFrom("companies").select(["id", "folded_name"]).execute();
    foldedNames = new Map([...users, ...companies].map(({ id, folded_name }) => [id, folded_name]));
  });

  function sortKey(sort: TicketSort, ticket: StoredRow, actor: Actor): (string | number)[] {
    const updated = actor.role === "Customer" ? ticket.publicly_updated_at : ticket.updated_at;
    const rank = { us: 0, customer: 1 };
    switch (sort) {
      case "waiting":
        return [
          ticket.waiting_for ? rank[ticket.waiting_for] : 2,
          ticket.waiting_since?.getTime() ?? Number.POSITIVE_INFINITY,
          ticket.id,
        ];
      // Where not only what is snoozed is listed, and no words are searched.
      case "updated":
      case "snoozed":
      case "relevance":
        return [updated.getTime(), ticket.id];
      case "created":
        return [ticket.created_at.getTime(), ticket.id];
      case "resolved":
        return [ticket.last_resolved_at?.getTime() ?? Number.NEGATIVE_INFINITY, ticket.id];
      case "closed":
        return [ticket.closed_at?.getTime() ?? Number.NEGATIVE_INFINITY, ticket.id];
      case "priority":
        return [ticketPriorities.indexOf(ticket.priority), ticket.id];
      case "status":
        return [ticketStatuses.indexOf(ticket.status), ticket.id];
      case "requester":
        return [foldedNames.get(ticket.requester_id) ?? "", ticket.requester_id, ticket.id];
      case "assignee":
        return [
          foldedNames.get(ticket.assignee_id ?? "") ?? "",
          ticket.assignee_id ?? "",
          ticket.id,
        ];
      case "company":
        return [foldedNames.get(ticket.company_id ?? "") ?? "", ticket.company_id ?? "", ticket.id];
      case "number":
        return [ticket.number];
    }
  }

  function compare(one: (string | number)[], other: (string | number)[]): number {
    for (const [index, value] of one.entries()) {
      const against = other[index] ?? value;
      if (value !== against) return value < against ? -1 : 1;
    }
    return 0;
  }

  const viewsOf = (actor: Actor) => (actor.role === "Customer" ? customerViews : ticketViews);

  test("each view holds the tickets that the rules say, and so does its count", async () => {
    for (const actor of Object.values(actors)) {
      for (const view of viewsOf(actor)) {
        const expected = seenBy(actor, view === "spam")
          .filter((ticket) => isIn(view, ticket, actor))
          .map((ticket) => ticket.id)
          .sort();
        const found = await list(actor, { view, limit: 200 });
        expect(found.map((ticket) => ticket.id).sort()).toEqual(expected);
        expect(await countTickets(deps(actor), { view })).toEqual({ count: expected.length });
      }
    }
  });

  test("reading single tickets follows the same rules", async () => {
    for (const actor of Object.values(actors)) {
      const { rows } = await sql<{ id: string }>`
        select id from tickets t where ${isSeen(scopeOf(actor))} order by id`.execute(db);
      const expected = seenBy(actor).map((ticket) => ticket.id);
      expect(rows.map((row) => row.id)).toEqual(expected.sort());
    }
  });

  test("the counts next to the views match the lists", async () => {
    for (const actor of Object.values(actors)) {
      const counts = await countViews(deps(actor));
      expect(Object.keys(counts)).toEqual([...viewsOf(actor)]);
      for (const view of viewsOf(actor)) {
        const expected = seenBy(actor, view === "spam").filter((ticket) =>
          isIn(view, ticket, actor),
        ).length;
        expect(counts[view]).toBe(expected);
      }
    }
  });

  test("page by page, each order returns every ticket once", async () => {
    const everyone = Object.values(actors);
    const few = everyone.filter((_, at) => at % 4 === 0);
    for (const actor of walkOf(everyone, few)) {
      for (const sort of ticketSorts) {
        // Unless snoozed tickets are listed, it is the order by updates.
        if (sort === "snoozed") continue;
        const isOfStaff = !["updated", "created", "number", "relevance"].includes(sort);
        if (actor.role === "Customer" && isOfStaff) continue;
        for (const descending of [false, true]) {
          const direction = descending ? -1 : 1;
          const expected = seenBy(actor)
            .map((ticket) => ({ id: ticket.id, key: sortKey(sort, ticket, actor) }))
            .sort((one, other) => compare(one.key, other.key) * direction);
          const found = await walk(actor, { sort, descending, limit: 7 });
          expect(found.map((ticket) => ticket.id)).toEqual(expected.map((ticket) => ticket.id));
        }
      }
    }
  });

  test("snoozed tickets are listed by when they wake, whatever else is asked", async () => {
    const staff = Object.values(actors).filter(({ role }) => role !== "Customer");
    const asked = [
      { view: "snoozed" },
      { view: "all", q: "is:snoozed" },
      { view: "snoozed", q: "assignee:me" },
    ] as const;
    for (const actor of staff) {
      for (const input of asked) {
        for (const descending of [false, true]) {
          const mine = input.view === "snoozed" && "q" in input;
          const expected = seenBy(actor)
            .filter((ticket) => isIn("snoozed", ticket, actor))
            .filter((ticket) => !mine || ticket.assignee_id === actor.id)
            .map(({ id, snoozed_until }) => ({ id, key: [snoozed_until?.getTime() ?? 0, id] }))
            .sort((one, other) => compare(one.key, other.key) * (descending ? -1 : 1));
          const found = await walk(actor, { ...input, sort: "snoozed", descending, limit: 3 });
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      }
    }
    const [admin] = staff;
    if (!admin) throw new Error("There is an admin");
    expect(
      (await walk(admin, { view: "snoozed", sort: "snoozed", limit: 3 })).length,
    ).toBeGreaterThan(6);
    // Not every ticket has a time at which it wakes, so it is no order.
    const others = { q: "is:snoozed,unassigned", limit: 200 } as const;
    expect(await list(admin, { ...others, sort: "snoozed" })).toEqual(
      await list(admin, { ...others, sort: "updated" }),
    );
  });

  test("a page can be longer than usual, and a page that just fits has no next one", async () => {
    const [actor] = Object.values(actors);
    if (!actor) throw new Error("There is an admin");
    const all = seenBy(actor).length;
    expect(await walk(actor, { limit: pageLimit.default })).toHaveLength(all);
    expect((await listTickets(deps(actor), withDefaults({ limit: all }))).nextCursor).toBeNull();
    const page = await listTickets(deps(actor), withDefaults({ limit: all - 1 }));
    expect(page.tickets).toHaveLength(all - 1);
    expect(page.nextCursor).not.toBeNull();
  });

  test("a change while someone pages through the list neither repeats nor hides another ticket", async () => {
    const [actor] = Object.values(actors);
    if (!actor) throw new Error("There is an admin");
    const input = { sort: "created", descending: true, limit: 20 } as const;
    const first = await listTickets(deps(actor), withDefaults(input));
    const before = await walk(actor, input);
    const added = await insertTicket(db, {
      requester_id: people.at(-1)?.id ?? "",
      created_at: now,
    });
    tickets.push({ ...added, people: [added.requester_id] });
    const rest = await walk(actor, { ...input, cursor: first.nextCursor });
    expect(rest.map((ticket) => ticket.id)).toEqual(before.slice(20).map((ticket) => ticket.id));
  });
});

describe("a row", () => {
  test("holds what staff work with", async () => {
    const company = await insertCompany(db, { name: "Harbour Logistics" });
    const team = await insertTeam(db, { name: "Warehouse" });
    const ana = await insertUser(db, { first_name: "Ana", last_name: "Ferreira" });
    const maya = await insertUser(db, { role: "Agent", first_name: "Maya", last_name: "Lind" });
    const ticket = await insertTicket(db, {
      requester_id: ana.id,
      company_id: company.id,
      assignee_id: maya.id,
      team_id: team.id,
      subject: "Labels print blank",
      status: "pending",
      priority: "urgent",
      type: "incident",
      tags: ["printing", "labels"],
      created_at: new Date("2026-11-20T08:00:00.000Z"),
      updated_at: new Date("2026-11-20T09:30:00.120Z"),
      snoozed_until: new Date("2026-11-20T11:00:00.000Z"),
    });
    await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id, body: "**Blank** labels" });
    const actor = await actorOf(db, maya);
    const [row] = await list(actor, { q: `#${ticket.number}` });
    expect(row).toEqual({
      id: ticket.id,
      number: ticket.number,
      subject: "Labels print blank",
      status: "pending",
      requester: { id: ana.id, name: "Ana Ferreira" },
      company: { id: company.id, name: "Harbour Logistics" },
      assignee: { id: maya.id, name: "Maya Lind" },
      updatedAt: "2026-11-20T09:30:00.120Z",
      createdAt: "2026-11-20T08:00:00.000Z",
      latest: { author: "Ana Ferreira", mine: false, note: false, text: "Blank labels" },
      unread: true,
      priority: "urgent",
      type: "incident",
      team: { id: team.id, name: "Warehouse" },
      tags: ["labels", "printing"],
      waitingFor: "customer",
      waitingSince: "2026-11-20T09:30:00.120Z",
      snoozedUntil: "2026-11-20T11:00:00.000Z",
    });
  });

  test("says that it came by email, to staff only", async () => {
    const [ana, maya] = [await insertUser(db), await insertUser(db, { role: "Agent" })];
    const { number } = await insertTicket(db, { requester_id: ana.id, channel: "email" });
    const [forStaff] = await list(await actorOf(db, maya), { q: `#${number}` });
    expect(forStaff?.byEmail).toBe(true);
    const [own] = await list(await actorOf(db, ana));
    expect(own).not.toHaveProperty("byEmail");
  });

  test("shows when it was resolved or closed, in a list sorted by it", async () => {
    const [ana, maya] = [await insertUser(db), await insertUser(db, { role: "Agent" })];
    const at = new Date("2026-11-19T10:00:00.000Z");
    const { number } = await insertTicket(db, {
      requester_id: ana.id,
      status: "closed",
      last_resolved_at: at,
      closed_at: now,
    });
    const actor = await actorOf(db, maya);
    const [resolved] = await list(actor, { q: `#${number}`, sort: "resolved" });
    expect(resolved).toMatchObject({ resolvedAt: at.toISOString() });
    expect(resolved).not.toHaveProperty("closedAt");
    const [closed] = await list(actor, { q: `#${number}`, sort: "closed" });
    expect(closed).toMatchObject({ closedAt: now.toISOString() });
    const [other] = await list(actor, { q: `#${number}` });
    expect(other).not.toHaveProperty("resolvedAt");
  });

  test("says that it is spam, in a list that asks for spam", async () => {
    const [ana, maya] = [await insertUser(db), await insertUser(db, { role: "Agent" })];
    const at = { requester_id: ana.id, spam_at: now };
    const [spam, open] = [
      await insertTicket(db, at),
      await insertTicket(db, { ...at, spam_at: null }),
    ];
    const actor = await actorOf(db, maya);
    const asked = async (q: string) => {
      const rows = await list(actor, { q: `${q} created:>2000-01-01`, limit: 100 });
      return rows.filter(({ id }) => [spam.id, open.id].includes(id)).map(({ spam }) => spam);
    };
    expect(await asked("is:spam")).toEqual([true]);
    expect((await asked("is:spam,open")).sort()).toEqual([true, undefined]);
    expect(await asked("is:open")).toEqual([undefined]);
    const [row] = await list(actor, { q: `#${open.number}` });
    expect(row).not.toHaveProperty("spam");
  });

  test("shows staff the latest message, including notes and replies being sent", async () => {
    const ana = await insertUser(db);
    const maya = await insertUser(db, { role: "Agent" });
    const ticket = await insertTicket(db, { requester_id: ana.id });
    const actor = await actorOf(db, maya);
    const latest = async () => (await list(actor, { q: `#${ticket.number}` }))[0]?.latest;
    expect(await latest()).toBeNull();

    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const by = (author: UserRow) => ({ ticket_id: ticket.id, author_id: author.id });
    await insertMessage(db, { ...by(ana), body: "first", created_at: at(1) });
    await insertMessage(db, { ...by(maya), kind: "note", body: "a note", created_at: at(2) });
    expect(await latest()).toEqual({
      author: nameOf(maya),
      mine: true,
      note: true,
      text: "a note",
    });
    const sending = await insertMessage(db, {
      ...by(maya),
      body: "sending",
      created_at: at(3),
      released_at: null,
      release_at: at(4),
    });
    expect(await latest()).toMatchObject({ text: "sending", note: false });
    await db
      .updateTable("messages")
      .set({ redacted_at: now })
      .where("id", "=", sending.id)
      .execute();
    expect(await latest()).toMatchObject({ text: "a note" });
  });

  test("leaves out everything that is for staff only when a Customer reads it", async () => {
    const ana = await insertUser(db);
    const maya = await insertUser(db, { role: "Agent" });
    const ticket = await insertTicket(db, { requester_id: ana.id, assignee_id: maya.id });
    const by = (author: UserRow) => ({ ticket_id: ticket.id, author_id: author.id });
    await insertMessage(db, { ...by(ana), body: "mine" });
    const [row] = await list(await actorOf(db, ana));
    expect(Object.keys(row ?? {})).toEqual([
      "id",
      "number",
      "subject",
      "status",
      "requester",
      "company",
      "assignee",
      "updatedAt",
      "createdAt",
      "latest",
      "unread",
    ]);
    expect(row?.latest).toEqual({ author: nameOf(ana), mine: true, note: false, text: "mine" });
  });
});

test("an agent of some companies finds nothing outside them, not even what they follow", async () => {
  const [inside, outside] = [await insertCompany(db), await insertCompany(db)];
  const agent = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned", companies: [inside.id] },
  });
  const given = { requester_id: (await insertUser(db)).id, followers: [agent.id] };
  const seen = await insertTicket(db, { ...given, company_id: inside.id });
  await insertTicket(db, { ...given, company_id: outside.id });
  await insertTicket(db, given);
  const actor = await actorOf(db, agent);
  expect((await list(actor)).map(({ id }) => id)).toEqual([seen.id]);
  expect(await countTickets(deps(actor), { view: "all" })).toEqual({ count: 1 });
});

describe("a Customer", () => {
  test("sees no byte of any answer change by what only staff see", async () => {
    const company = await insertCompany(db);
    const companies = [{ id: company.id, seesAllTickets: true }];
    const ana = await insertUser(db, { companies });
    const maya = await insertUser(db, { role: "Agent" });
    const team = await insertTeam(db);
    const tickets = [];
    for (let index = 0; index < 5; index++) {
      const ticket = await insertTicket(db, { requester_id: ana.id, company_id: company.id });
      await insertMessage(db, { ticket_id: ticket.id, author_id: ana.id, body: `words ${index}` });
      tickets.push(ticket);
    }
    const actor = await actorOf(db, ana);
    const before = await everyAnswer(actor);

    const [first, , third] = tickets;
    if (!first || !third) throw new Error("There are five tickets");
    const later = new Date(now.getTime() + hour);
    await insertMessage(db, {
      ticket_id: first.id,
      author_id: maya.id,
      kind: "note",
      body: "an internal note with words",
      created_at: later,
    });
    await insertMessage(db, {
      ticket_id: third.id,
      author_id: maya.id,
      body: "a reply that can still be taken back",
      created_at: later,
      released_at: null,
      release_at: later,
    });
    await db
      .updateTable("tickets")
      .set({
        updated_at: later,
        version: 7,
        priority: "urgent",
        type: "problem",
        team_id: team.id,
        snoozed_until: new Date(now.getTime() + 48 * hour),
        waiting_since: later,
      })
      .where("company_id", "=", company.id)
      .execute();

    expect(await everyAnswer(actor)).toBe(before);
  });

  async function everyAnswer(actor: Actor): Promise<string> {
    const answers: unknown[] = [await countViews(deps(actor))];
    for (const view of customerViews) {
      answers.push(await countTickets(deps(actor), { view, q: "words" }));
      for (const sort of ["updated", "created", "number"] as const) {
        for (const descending of [true, false]) {
          const input = withDefaults({ view, sort, descending, limit: 2 });
          const page = await listTickets(deps(actor), input);
          const next = await listTickets(deps(actor), { ...input, cursor: page.nextCursor });
          answers.push(page, next);
        }
      }
    }
    return JSON.stringify(answers);
  }

  test("has neither the views nor the orders of staff", async () => {
    const actor = await actorOf(db, await insertUser(db));
    for (const view of ticketViews) {
      if ((customerViews as readonly TicketView[]).includes(view)) continue;
      await expectRefusal(list(actor, { view }), "not_found");
      await expectRefusal(countTickets(deps(actor), { view }), "not_found");
    }
    await expectRefusal(list(actor, { sort: "waiting" }), "invalid_input");
    await expectRefusal(list(actor, { sort: "priority" }), "invalid_input");
    await expectRefusal(list(actor, { sort: "snoozed" }), "invalid_input");
    await expectRefusal(list(actor, { sort: "assignee" }), "invalid_input");
  });
});

describe("search", () => {
  let actor: Actor;
  let company: { id: string };

  beforeAll(async () => {
    company = await insertCompany(db, { name: "Bäckerei Nördlich" });
    const jose = await insertUser(db, { first_name: "José", last_name: "Pérez" });
    for (const subject of ["100% of labels", "Printer_7 jams", "Łabel and Étagère", "Mixed CASE"]) {
      await insertTicket(db, { requester_id: jose.id, company_id: company.id, subject });
    }
    const agent = await insertUser(db, {
      role: "Agent",
      company_scope: "assigned",
      companies: [company.id],
    });
    actor = await actorOf(db, agent);
    await indexAll(db);
  });

  test.each([
    ["printer_7", ["Printer_7 jams"]],
    ["PRINTER jams", ["Printer_7 jams"]],
    ["etagere", ["Łabel and Étagère"]],
    ["label", ["Łabel and Étagère", "100% of labels"]],
    ["100%", ["100% of labels"]],
    ["%", []],
    ["_", []],
    ["\\", []],
    ["mixed perez", ["Mixed CASE"]],
    ["backerei mixed jose", ["Mixed CASE"]],
    ["mixed printer", []],
    ["nowhere", []],
    ["#99999999", []],
    ["' or 1=1 --", []],
  ])("%j finds %j", async (search, subjects) => {
    const found = await list(actor, { q: search });
    expect(found.map((ticket) => ticket.subject)).toEqual(subjects);
    expect(await countTickets(deps(actor), { view: "all", q: search })).toEqual({
      count: subjects.length,
    });
  });

  test("a number finds the ticket of that number, and none of another company", async () => {
    const [ticket] = await list(actor, { q: "mixed" });
    const numbers = async (q: string) => (await list(actor, { q })).map(({ number }) => number);
    expect(await numbers(`#${ticket?.number}`)).toEqual(ticket ? [ticket.number] : []);
    expect(await numbers(` ${ticket?.number} `)).toEqual(ticket ? [ticket.number] : []);
    const other = await insertTicket(db, { requester_id: (await insertUser(db)).id });
    expect(await list(actor, { q: `#${other.number}` })).toEqual([]);
  });

  test("continues over its pages", async () => {
    const found = await walk(actor, { q: "perez", sort: "number", limit: 2 });
    expect(found).toHaveLength(4);
  });
});

describe("a cursor", () => {
  test("keeps the position of times that differ by less than a millisecond", async () => {
    const company = await insertCompany(db);
    const ana = await insertUser(db);
    const ids = [];
    for (let index = 0; index < 4; index++) {
      ids.push((await insertTicket(db, { requester_id: ana.id, company_id: company.id })).id);
    }
    for (const [index, id] of ids.entries()) {
      const at = sql<Date>`'2026-11-20T10:00:00.000100Z'::timestamptz + ${index} * interval '1 us'`;
      await db.updateTable("tickets").set({ created_at: at }).where("id", "=", id).execute();
    }
    const agent = await insertUser(db, {
      role: "Agent",
      company_scope: "assigned",
      companies: [company.id],
    });
    const actor = await actorOf(db, agent);
    const found = await walk(actor, { sort: "created", descending: false, limit: 1 });
    expect(found.map((ticket) => ticket.id)).toEqual(ids);
  });

  test("of another list, or made up, is refused", async () => {
    const admin = await actorOf(db, await insertUser(db, { role: "Super Admin" }));
    const ana = await insertUser(db);
    for (let index = 0; index < 3; index++) await insertTicket(db, { requester_id: ana.id });
    const page = await listTickets(deps(admin), withDefaults({ limit: 1 }));
    const id = page.tickets[0]?.id;
    const made = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    for (const cursor of [
      "nonsense",
      "e30",
      made([]),
      made(["updated", "2026-11-20T10:00:00Z", id]),
      made(["-created", "2026-11-20T10:00:00Z", id]),
      made(["-updated", "2026-11-20T10:00:00Z"]),
      made(["-updated", "2026-11-20T10:00:00Z", "no-id"]),
      made(["-updated", "2026-02-30T10:00:00Z", id]),
      made(["-updated", "2026-11-20T10:00:00+99:00", id]),
      made(["-updated", "yesterday", id]),
      made(["-updated", null, id]),
    ]) {
      await expectRefusal(list(admin, { cursor }), "invalid_cursor");
    }
    const input = { descending: false, cursor: page.nextCursor };
    await expectRefusal(list(admin, input), "invalid_cursor");
    await expectRefusal(
      list(admin, { sort: "priority", cursor: made(["-priority", "huge", id]) }),
      "invalid_cursor",
    );
    await expectRefusal(
      list(admin, { sort: "number", cursor: made(["-number", "1e99"]) }),
      "invalid_cursor",
    );
    await expectRefusal(
      list(admin, {
        ...{ sort: "relevance", q: "words" },
        cursor: made(["-relevance", 2, "2026-11-20T10:00:00Z", id]),
      }),
      "invalid_cursor",
    );
  });
});

test("a view's count stops at the cap, the list's own count does not", async () => {
  const company = await insertCompany(db);
  const ana = await insertUser(db);
  const extra = 5;
  await db.transaction().execute(async (tx) => {
    await sql`
      with made as (
        insert into tickets (id, subject, channel, company_id, requester_id, created_at, updated_at,
          publicly_updated_at, unassigned_since)
        select gen_random_uuid(), 'One of many', 'web', ${company.id}, ${ana.id}, ${now}, ${now},
          ${now}, ${now}
        from generate_series(1, ${viewCountCap + extra}::int)
        returning id)
      insert into ticket_people (ticket_id, user_id) select id, ${ana.id} from made`.execute(tx);
  });
  const agent = await insertUser(db, {
    role: "Agent",
    company_scope: "assigned",
    companies: [company.id, (await insertCompany(db)).id],
  });
  for (const user of [agent, ana]) {
    const actor = await actorOf(db, user);
    const counts = await countViews(deps(actor));
    expect(counts["all-open"]).toBe(viewCountCap);
    expect(await countTickets(deps(actor), { view: "all-open" })).toEqual({
      count: viewCountCap + extra,
    });
    const longest = withDefaults({ view: "all-open", limit: pageLimit.max });
    const page = await listTickets(deps(actor), longest);
    expect([page.tickets.length, page.nextCursor]).toEqual([pageLimit.max, expect.any(String)]);
  }
});

test("each call is one statement, for every role", async () => {
  let statements = 0;
  const counted = openDatabase({
    url: database.url,
    size: 1,
    log: () => {
      statements += 1;
    },
  });
  const company = await insertCompany(db);
  const users = [
    await insertUser(db, { role: "Super Admin" }),
    await insertUser(db, { role: "Agent", company_scope: "assigned", companies: [company.id] }),
    await insertUser(db, { companies: [{ id: company.id, seesAllTickets: true }] }),
  ];
  for (const user of users) {
    const actor = await actorOf(db, user);
    const calls = { ...deps(actor), db: counted };
    statements = 0;
    await listTickets(calls, withDefaults({ view: "all-open", q: "#7 status:open" }));
    expect(statements).toBe(1);
    await countTickets(calls, { view: "all-open", q: "#7 status:open" });
    expect(statements).toBe(2);
    await countViews(calls);
    expect(statements).toBe(3);
  }
  await counted.destroy();
});

test("hours follow the clock of a time zone, whatever Postgres calls it", async () => {
  const agent = await actorOf(db, await insertUser(db, { role: "Agent" }));
  const created_at = new Date("2026-07-15T12:30:00.000Z");
  const customer = await insertUser(db);
  const { id } = await insertTicket(db, { requester_id: customer.id, created_at });
  const found = async (hours: string, timeZone: string) => {
    const q = `created:2026-07-15 created-hour:${hours}`;
    return (await list(agent, { q, timeZone })).map((ticket) => ticket.id);
  };
  expect(await found("wed-14", "CET")).toEqual([id]);
  expect(await found("wed-13", "CET")).toEqual([]);
  expect(await found("wed-05", "US/Pacific-New")).toEqual([id]);
});

async function expectRefusal(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(error.code).toBe(code);
}
