import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  actorOf,
  insertCompany,
  insertMessage,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { ActorDeps } from "../access/actor.ts";
import { markTicketRead } from "../access/read-marks.ts";
import type { Db } from "../db/database.ts";
import { setNotificationChoice } from "./choices.ts";
import { markNotificationsRead, sweepNotifications } from "./commands.ts";
import { spreadNews, type TicketNews } from "./news.ts";
import { countUnreadNotifications, listNotifications } from "./queries.ts";

const database = setUpTestDatabase();
let db: Db;
let agent: UserRow;
let colleague: UserRow;
let customer: UserRow;
const now = new Date("2026-11-20T10:00:00Z");

beforeAll(async () => {
  db = database.db;
}, 60_000);
beforeEach(async () => {
  agent = await insertUser(db, { role: "Agent" });
  colleague = await insertUser(db, { role: "Agent" });
  customer = await insertUser(db);
});

async function depsOf(user: UserRow, at = now): Promise<ActorDeps> {
  return { db, actor: await actorOf(db, user), now: at, credential: null, requestId: "test" };
}

async function spread(by: UserRow | null, ...news: TicketNews[]): Promise<void> {
  await db.transaction().execute((tx) => spreadNews(tx, by, news, now));
}

async function bellOf(user: UserRow): Promise<string[]> {
  const { items } = await listNotifications(await depsOf(user), {});
  return items.map(({ kind }) => kind);
}

async function isMarked(user: UserRow, ticketId: string): Promise<boolean | undefined> {
  const mark = await db
    .selectFrom("ticket_reads")
    .select("mentioned")
    .where("user_id", "=", user.id)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
  return mark?.mentioned;
}

async function written(given: Parameters<typeof insertTicket>[1], by: UserRow = customer) {
  const ticket = await insertTicket(db, given);
  const message = await insertMessage(db, { ticket_id: ticket.id, author_id: by.id });
  return { ticketId: ticket.id, messageId: message.id };
}

describe("a notification goes", () => {
  test("for an assignment to the assignee, unless they did it themselves", async () => {
    const { ticketId } = await written({ requester_id: customer.id, assignee_id: agent.id });
    await spread(colleague, { kind: "assigned", ticketId, assigneeId: agent.id });
    const { items } = await listNotifications(await depsOf(agent), {});
    expect(items).toMatchObject([
      { kind: "assigned", unread: true, by: { id: colleague.id }, ticket: { id: ticketId } },
    ]);
    await spread(agent, { kind: "assigned", ticketId, assigneeId: agent.id });
    expect(await bellOf(agent)).toEqual(["assigned"]);
    expect(await bellOf(colleague)).toEqual([]);
    // Automatically.
    await spread(null, { kind: "assigned", ticketId, assigneeId: colleague.id });
    const { items: others } = await listNotifications(await depsOf(colleague), {});
    expect(others).toMatchObject([{ kind: "assigned", by: null }]);
  });

  test("for a customer's message to the assignee and following staff, not to customers", async () => {
    const friend = await insertUser(db);
    const wrote = await written({
      requester_id: customer.id,
      assignee_id: agent.id,
      followers: [colleague.id, friend.id],
    });
    await spread(customer, { kind: "customer-wrote", ...wrote });
    expect(await bellOf(agent)).toEqual(["customer-wrote"]);
    expect(await bellOf(colleague)).toEqual(["customer-wrote"]);
    const all = await db.selectFrom("notifications").select("user_id").execute();
    expect(all.map(({ user_id }) => user_id)).not.toContain(friend.id);
  });

  test("for an unassigned ticket to the team, or to no one", async () => {
    const team = await insertTeam(db);
    await db
      .insertInto("team_members")
      .values([{ team_id: team.id, user_id: agent.id }])
      .execute();
    const teams = await written({ requester_id: customer.id, team_id: team.id });
    await spread(customer, { kind: "opened", ...teams });
    await spread(customer, { kind: "customer-wrote", ...teams });
    expect(await bellOf(agent)).toEqual(["customer-wrote", "opened"]);
    const nobodys = await written({ requester_id: customer.id });
    await spread(customer, { kind: "customer-wrote", ...nobodys });
    expect(await bellOf(colleague)).toEqual([]);
  });

  test("once to each person per action, where a mention outranks the rest", async () => {
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    await spread(
      colleague,
      { kind: "assigned", ticketId: wrote.ticketId, assigneeId: agent.id },
      { kind: "mentioned", ...wrote, userIds: [agent.id, colleague.id] },
    );
    expect(await bellOf(agent)).toEqual(["mentioned"]);
    expect(await bellOf(colleague)).toEqual([]);
  });

  test("for a released reply to following staff, but not to its author", async () => {
    const replied = await written(
      { requester_id: customer.id, followers: [agent.id, colleague.id] },
      agent,
    );
    await spread(null, { kind: "reply-released", ...replied });
    expect(await bellOf(agent)).toEqual([]);
    const { items } = await listNotifications(await depsOf(colleague), {});
    expect(items).toMatchObject([{ kind: "followed", by: { id: agent.id } }]);
  });

  test("to no one who turned it off; a mention marks their ticket nevertheless", async () => {
    const { ticketId, messageId } = await written({ requester_id: customer.id });
    for (const kind of ["assigned", "mentioned", "customer-wrote"] as const) {
      await setNotificationChoice(await depsOf(agent), { kind, bell: false });
    }
    await spread(colleague, { kind: "assigned", ticketId, assigneeId: agent.id });
    await spread(customer, { kind: "customer-wrote", ticketId, messageId });
    await spread(colleague, { kind: "mentioned", ticketId, messageId, userIds: [agent.id] });
    expect(await bellOf(agent)).toEqual([]);
    expect(await isMarked(agent, ticketId)).toBe(true);
    await setNotificationChoice(await depsOf(agent), { kind: "assigned", bell: true });
    await spread(colleague, { kind: "assigned", ticketId, assigneeId: agent.id });
    expect(await bellOf(agent)).toEqual(["assigned"]);
  });

  test("to people who turned off one kind of an action but not another", async () => {
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    await setNotificationChoice(await depsOf(agent), { kind: "mentioned", bell: false });
    await spread(
      colleague,
      { kind: "mentioned", ...wrote, userIds: [agent.id] },
      { kind: "assigned", ticketId: wrote.ticketId, assigneeId: agent.id },
    );
    expect(await bellOf(agent)).toEqual(["assigned"]);
    expect(await isMarked(agent, wrote.ticketId)).toBe(true);

    await setNotificationChoice(await depsOf(colleague), { kind: "customer-wrote", bell: false });
    await setNotificationChoice(await depsOf(colleague), { kind: "unassigned", bell: true });
    const nobodys = await written({ requester_id: customer.id, followers: [colleague.id] });
    await spread(customer, { kind: "customer-wrote", ...nobodys });
    expect(await bellOf(colleague)).toEqual(["customer-wrote"]);
  });

  test("to the open pages of its recipients, and no others", async () => {
    const toldNow = async () => {
      const events = await db
        .selectFrom("live_events")
        .select(["audience", "people_ids"])
        .where("topic", "=", "notifications")
        .execute();
      await db.deleteFrom("live_events").execute();
      return events.map(({ audience, people_ids }) => [audience, ...[...people_ids].sort()]);
    };
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    await toldNow();
    await spread(customer, { kind: "mentioned", ...wrote, userIds: [agent.id] });
    expect(await toldNow()).toEqual([["person", agent.id]]);
    await spread(customer, { kind: "mentioned", ...wrote, userIds: [agent.id, colleague.id] });
    expect(await toldNow()).toEqual([["person", ...[agent.id, colleague.id].sort()]]);
    await spread(agent, { kind: "customer-wrote", ...wrote });
    expect(await toldNow()).toEqual([]);
  });

  test("to no one outside the ticket's scope, nor to disabled users", async () => {
    const [own, foreign] = [await insertCompany(db), await insertCompany(db)];
    const outside = await insertUser(db, {
      role: "Agent",
      company_scope: "assigned",
      companies: [own.id],
    });
    const gone = await insertUser(db, { role: "Agent", state: "disabled" });
    const wrote = await written({ requester_id: customer.id, company_id: foreign.id });
    await spread(customer, {
      kind: "mentioned",
      ...wrote,
      userIds: [outside.id, gone.id, customer.id],
    });
    const all = await db
      .selectFrom("notifications")
      .select("user_id")
      .where("ticket_id", "=", wrote.ticketId)
      .execute();
    expect(all).toEqual([]);
  });

  test("out of the list and the count when its ticket leaves the person's scope", async () => {
    const [own, other] = [await insertCompany(db), await insertCompany(db)];
    const scoped = await insertUser(db, {
      role: "Agent",
      company_scope: "assigned",
      companies: [own.id],
    });
    const wrote = await written({ requester_id: customer.id, company_id: own.id });
    await spread(customer, { kind: "mentioned", ...wrote, userIds: [scoped.id] });
    expect(await countUnreadNotifications(await depsOf(scoped))).toEqual({ count: 1 });
    await db
      .updateTable("tickets")
      .set({ company_id: other.id })
      .where("id", "=", wrote.ticketId)
      .execute();
    expect(await bellOf(scoped)).toEqual([]);
    expect(await countUnreadNotifications(await depsOf(scoped))).toEqual({ count: 0 });
  });
});

describe("notifications are marked as read", () => {
  test("some or all of the reader's own, and in other tabs too", async () => {
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    const mention: TicketNews = { kind: "mentioned", ...wrote, userIds: [agent.id, colleague.id] };
    await spread(customer, mention);
    await spread(customer, mention);
    const deps = await depsOf(agent);
    const { items } = await listNotifications(deps, {});
    const [first] = items.map(({ id }) => id);
    expect(await markNotificationsRead(await depsOf(colleague), { ids: [first ?? ""] })).toEqual({
      marked: 0,
    });
    expect(await markNotificationsRead(deps, { ids: [first ?? ""] })).toEqual({ marked: 1 });
    expect(await countUnreadNotifications(deps)).toEqual({ count: 1 });
    expect(await markNotificationsRead(deps, { all: true })).toEqual({ marked: 1 });
    expect(await markNotificationsRead(deps, { all: true })).toEqual({ marked: 0 });
    const told = await db
      .selectFrom("live_events")
      .select("people_ids")
      .where("topic", "=", "notifications")
      .execute();
    expect(told.filter(({ people_ids }) => people_ids.join() === agent.id).length).toBe(2);
  });

  test("all that were seen, but not those that arrived in the meantime", async () => {
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    const mention: TicketNews = { kind: "mentioned", ...wrote, userIds: [agent.id] };
    const deps = await depsOf(agent);
    await markNotificationsRead(deps, { all: true });
    await spread(customer, mention);
    await spread(customer, mention);
    const [newest] = (await listNotifications(deps, {})).items;
    await spread(customer, mention);
    const seen = { all: true, newest: newest?.id } as const;
    expect(await markNotificationsRead(deps, seen)).toEqual({ marked: 2 });
    const { items } = await listNotifications(deps, {});
    expect(items.slice(0, 2).map(({ unread }) => unread)).toEqual([true, false]);
    // A notification that is gone is no limit.
    const gone = { all: true, newest: Bun.randomUUIDv7() } as const;
    expect(await markNotificationsRead(deps, gone)).toEqual({ marked: 1 });
  });

  test("when their ticket is viewed", async () => {
    const [one, two] = [
      await written({ requester_id: customer.id, assignee_id: agent.id }),
      await written({ requester_id: customer.id, assignee_id: agent.id }),
    ];
    await spread(customer, { kind: "customer-wrote", ...one });
    await spread(customer, { kind: "customer-wrote", ...two });
    expect(await markTicketRead(await depsOf(agent), one.ticketId)).toMatchObject({ bell: 1 });
    expect(await countUnreadNotifications(await depsOf(agent))).toEqual({ count: 1 });
  });

  test("pages continue where the previous one ended, and old ones are swept", async () => {
    const wrote = await written({ requester_id: customer.id, assignee_id: agent.id });
    for (let count = 0; count < 45; count += 1) {
      await spread(customer, { kind: "customer-wrote", ...wrote });
    }
    const deps = await depsOf(agent);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listNotifications>> = await listNotifications(deps, {
        cursor,
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(45);
    await sweepNotifications(db, new Date(now.getTime() + 89 * 24 * 60 * 60_000));
    expect((await bellOf(agent)).length).toBe(20);
    await sweepNotifications(db, new Date(now.getTime() + 91 * 24 * 60 * 60_000));
    expect(await bellOf(agent)).toEqual([]);
  });
});
