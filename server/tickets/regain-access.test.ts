import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, change } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { storedEvents, storedLiveEvents, storedTicket } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { updateUser } from "../users/update-user.ts";
import { type LeftTicket, removeFromLostTickets, ticketsLeftByChange } from "./lose-access.ts";
import { restoreToTickets, withoutThem } from "./regain-access.ts";
import { updateTicket } from "./update.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let admin: UserRow;
let ana: UserRow;
const now = new Date("2026-11-21T10:00:00.000Z");
const later = new Date("2026-11-21T10:05:00.000Z");

beforeAll(async () => {
  const { db } = database;
  acme = await insertCompany(db);
  admin = await insertUser(db, { role: "Super Admin" });
  ana = await insertUser(db, { companies: [acme.id] });
}, 60_000);

const agent = () =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies: [acme.id] });

const open = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: ana.id, company_id: acme.id, status: "open" },
    created_at: new Date("2026-11-20T10:00:00.000Z"),
    ...given,
  });

async function leave({ id }: UserRow, changeId?: string): Promise<LeftTicket[]> {
  return await database.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("user_companies").where("user_id", "=", id).execute();
    const by = { actorId: admin.id, now, ...(changeId && { changeId }) };
    return await removeFromLostTickets(tx, by, id);
  });
}

async function comeBack({ id: user_id }: UserRow, left: LeftTicket[]): Promise<number> {
  const deps = await actingAs(database.db, admin, later);
  return await database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("user_companies")
      .values({ user_id, company_id: acme.id, sees_all_tickets: false })
      .execute();
    return await restoreToTickets(tx, deps, left);
  });
}

const peopleOf = async (ticketId: string) =>
  (
    await database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", ticketId)
      .execute()
  )
    .map(({ user_id }) => user_id)
    .sort();

const actsOf = (ids: readonly string[]) =>
  database.db
    .selectFrom("acts")
    .select(["id", "kind", "actor_id", "made", "undone_at"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();

describe("a person who loses access", () => {
  test("leaves each ticket by its own action, which stores the part they had", async () => {
    const user = await agent();
    const [assigned, followed] = [
      await open({ assignee_id: user.id }),
      await open({ status: "closed", followers: [user.id] }),
    ];
    const changeId = Bun.randomUUIDv7();
    const left = await leave(user, changeId);
    expect(left.map(({ ticketId }) => ticketId)).toEqual([assigned.id, followed.id]);
    const by = { kind: "leave", actor_id: admin.id, undone_at: null };
    expect(await actsOf(left.map(({ actId }) => actId))).toMatchObject([
      {
        ...by,
        made: {
          ...{ ticketId: assigned.id, changeId },
          leaving: { before: { assigneeId: user.id }, after: { assigneeId: null } },
        },
      },
      { ...by, made: { ticketId: followed.id, changeId } },
    ]);
    expect((await storedTicket(database.db, assigned.id)).assignee_id).toBeNull();
    expect(await peopleOf(followed.id)).toEqual([ana.id]);
  });

  test("keeps tickets that they opened, that are resolved, or that are hidden", async () => {
    const user = await agent();
    const solved = await open({ status: "resolved", assignee_id: user.id });
    const spam = await open({ assignee_id: user.id, spam_at: now });
    const target = await open();
    const merged = await open({
      ...{ status: "closed", merged_into_id: target.id, followers: [user.id] },
      assignee_id: user.id,
    });
    const others = await open({ assignee_id: admin.id, followers: [admin.id] });
    expect(await leave(user)).toEqual([]);
    for (const { id } of [solved, spam, merged]) {
      expect((await storedTicket(database.db, id)).assignee_id).toBe(user.id);
    }
    expect(await peopleOf(merged.id)).toContain(user.id);
    expect(await storedEvents(database.db, others.id)).toEqual([]);
  });

  test("a disabled customer follows nothing, and remains the requester", async () => {
    const friend = await insertUser(database.db, { companies: [acme.id] });
    const followed = await open({ followers: [friend.id] });
    const asked = await open({ requester_id: friend.id });
    const deps = await actingAs(database.db, admin, now);
    await updateUser(deps, friend.id, { state: "disabled" });
    expect(await peopleOf(followed.id)).toEqual([ana.id]);
    expect(await peopleOf(asked.id)).toEqual([friend.id]);
  });
});

describe("a person who regains access", () => {
  test("gets their part back, shown in the timeline, and the action that took it cannot be used again", async () => {
    const user = await agent();
    const [assigned, followed] = [
      await open({ assignee_id: user.id }),
      await open({ followers: [user.id] }),
    ];
    const left = await leave(user);
    expect(await comeBack(user, left)).toBe(0);
    expect(await storedTicket(database.db, assigned.id)).toMatchObject({
      ...{ assignee_id: user.id, unassigned_since: null, version: 3 },
    });
    expect(await peopleOf(followed.id)).toEqual([ana.id, user.id].sort());
    const spent = await actsOf(left.map(({ actId }) => actId));
    expect(spent.map(({ undone_at }) => undone_at)).toEqual([later, later]);
    for (const { id } of [assigned, followed]) {
      const events = await storedEvents(database.db, id);
      expect(events.at(-1)).toMatchObject({ kind: "undone", actor_id: admin.id, version: 3 });
    }
  });

  test("is notified of tickets they follow again, and staff are notified of all", async () => {
    const user = await agent();
    const [assigned, followed] = [
      await open({ assignee_id: user.id }),
      await open({ followers: [user.id] }),
    ];
    await comeBack(user, await leave(user));
    const told = async ({ id, number }: { id: string; number: number }) => {
      const live = await storedLiveEvents(database.db, id);
      return live
        .filter(({ version }) => version === 3)
        .map((one) => [one.number === number, one.audience, one.company_ids, one.people_ids]);
    };
    expect(await told(assigned)).toEqual([[true, "everyone", [acme.id], [ana.id]]]);
    expect(await told(followed)).toEqual([
      [true, "staff", [acme.id], [ana.id, user.id].sort()],
      [true, "person", [acme.id], [user.id]],
    ]);
  });

  test("gets back only tickets that they can see", async () => {
    const elsewhere = await insertCompany(database.db);
    const both = await insertUser(database.db, { companies: [acme.id, elsewhere.id] });
    const user = await insertUser(database.db, {
      ...{ role: "Agent", company_scope: "assigned", companies: [acme.id, elsewhere.id] },
    });
    const there = { company_id: elsewhere.id, requester_id: both.id };
    const here = [await open({ assignee_id: user.id }), await open({ followers: [user.id] })];
    const lost = [
      await open({ ...there, assignee_id: user.id }),
      await open({ ...there, followers: [user.id] }),
    ];
    const spam = await open({ assignee_id: user.id });
    const left = await leave(user);
    await database.db
      .updateTable("tickets")
      .set({ spam_at: now })
      .where("id", "=", spam.id)
      .execute();
    expect(await comeBack(user, left)).toBe(3);
    const mine = async ({ id }: { id: string }) =>
      (await storedTicket(database.db, id)).assignee_id === user.id ||
      (await peopleOf(id)).includes(user.id);
    expect(await Promise.all([...here, ...lost, spam].map(mine))).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  test("does not get back a ticket that someone else took since, and gets the others", async () => {
    const user = await agent();
    const [taken, free] = [
      await open({ assignee_id: user.id }),
      await open({ assignee_id: user.id }),
    ];
    const left = await leave(user);
    const deps = await actingAs(database.db, admin, now);
    await updateTicket(deps, change(taken, { assigneeId: admin.id }, { assignee_id: null }));
    expect(await comeBack(user, left)).toBe(1);
    expect((await storedTicket(database.db, taken.id)).assignee_id).toBe(admin.id);
    expect((await storedTicket(database.db, free.id)).assignee_id).toBe(user.id);
    // What was refused was not done in part.
    const acts = await actsOf(left.map(({ actId }) => actId));
    expect(acts.map(({ undone_at }) => undone_at)).toEqual([null, later]);
  });

  test("is shown how many tickets stay without them", () => {
    expect(withoutThem(0, 3)).toBeUndefined();
    expect(withoutThem(1, 1)).toBe("Their ticket changed again since, and stays without them.");
    expect(withoutThem(1, 3)).toBe(
      "1 of their 3 tickets changed again since, and stays without them.",
    );
    expect(withoutThem(2, 3)).toBe(
      "2 of their 3 tickets changed again since, and stay without them.",
    );
  });
});

test("tickets lost by a change are found by that change, its author and the person", async () => {
  const user = await agent();
  const stranger = await agent();
  const [first, second] = [
    await open({ assignee_id: user.id }),
    await open({ assignee_id: user.id }),
  ];
  await open({ assignee_id: stranger.id });
  const deps = await actingAs(database.db, admin, now);
  await updateUser(deps, user.id, { companies: [] });
  await updateUser(deps, stranger.id, { companies: [] });
  const { id: changeId } = await database.db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const left = (of: object) =>
    ticketsLeftByChange(database.db as never, {
      ...{ changeId, actorId: admin.id, userId: user.id, ...of },
    });
  expect((await left({})).map(({ ticketId }) => ticketId)).toEqual([first.id, second.id]);
  expect(await left({ userId: stranger.id })).toEqual([]);
  expect(await left({ actorId: stranger.id })).toEqual([]);
  expect(await left({ changeId: Bun.randomUUIDv7() })).toEqual([]);
});
