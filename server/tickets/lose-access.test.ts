import { beforeAll, expect, test } from "bun:test";
import type { UserPatch } from "../../shared/schemas/users.ts";
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
import { deleteUser } from "../users/delete-user.ts";
import { updateUser } from "../users/update-user.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

const database = setUpTestDatabase();
let acme: CompanyRow;
let other: CompanyRow;
let admin: UserRow;
let customer: UserRow;

beforeAll(async () => {
  const { db } = database;
  [acme, other] = [await insertCompany(db), await insertCompany(db)];
  admin = await insertUser(db, { role: "Super Admin" });
  customer = await insertUser(db, { companies: [acme.id, other.id] });
}, 60_000);

const agentOf = (...companies: string[]) =>
  insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });
const ticketOf = (assignee_id: string | null, given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: customer.id, company_id: acme.id, status: "open" },
    ...{ assignee_id, ...given },
  });
const rowOf = (id: string) => storedTicket(database.db, id);
/** By ticket id, every person who left so far. */
const leftSoFar = async () => {
  const acts = await database.db
    .selectFrom("acts")
    .select("made")
    .where("kind", "=", "leave")
    .orderBy("id")
    .execute();
  return acts.map(({ made }) => (made as unknown as { ticketId: string }).ticketId);
};
const update = async (user: UserRow, patch: UserPatch) =>
  await updateUser(await actingAs(database.db, admin), user.id, patch);

test.each<[string, UserPatch]>([
  ["a company is taken from them", { companies: [] }],
  ["they become a Customer", { role: "Customer" }],
  ["they are disabled", { state: "disabled" }],
])("an agent leaves their open tickets there when %s", async (_, patch) => {
  const agent = await agentOf(acme.id);
  const open = await ticketOf(agent.id);
  const closed = await ticketOf(agent.id, { status: "closed" });
  await update(agent, patch);
  const row = await rowOf(open.id);
  expect(row).toMatchObject({ assignee_id: null, status: "open", version: 2 });
  expect(row.unassigned_since).not.toBeNull();
  expect((await rowOf(closed.id)).assignee_id).toBe(agent.id);
  const events = await database.db
    .selectFrom("ticket_events")
    .select(["kind", "data", "actor_id", "audience"])
    .where("ticket_id", "=", open.id)
    .execute();
  expect(events).toEqual([
    {
      ...{ kind: "assigned", actor_id: admin.id, audience: "everyone" },
      data: { from: agent.id, to: null },
    },
  ]);
});

test("so does a deleted agent, also as a follower", async () => {
  const agent = await agentOf(acme.id);
  const ticket = await ticketOf(agent.id, { followers: [agent.id] });
  await deleteUser(await actingAs(database.db, admin), agent.id);
  expect(await rowOf(ticket.id)).toMatchObject({ assignee_id: null, version: 2 });
  const people = await database.db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("user_id", "is not", null)
    .where("ticket_id", "=", ticket.id)
    .execute();
  expect(people).toEqual([{ user_id: customer.id }]);
});

test("resolved, hidden and other people's tickets stay unchanged", async () => {
  const [agent, colleague] = [await agentOf(acme.id), await agentOf(acme.id)];
  const parts = { followers: [colleague.id] };
  const hidden = { assignee_id: agent.id, followers: [agent.id] };
  const [goes, follows] = [
    await ticketOf(agent.id, parts),
    await ticketOf(colleague.id, { followers: [agent.id, colleague.id] }),
  ];
  await ticketOf(colleague.id, parts);
  await ticketOf(agent.id, { status: "resolved", ...parts });
  await ticketOf(agent.id, { spam_at: new Date(), ...hidden });
  await ticketOf(agent.id, { status: "closed", merged_into_id: goes.id, ...hidden });
  const before = await leftSoFar();
  await update(agent, { companies: [] });
  const left = (await leftSoFar()).filter((id) => !before.includes(id));
  expect(left.sort()).toEqual([goes.id, follows.id].sort());
});

test("tickets within their remaining scope stay assigned", async () => {
  const agent = await agentOf(acme.id, other.id);
  const stays = await ticketOf(agent.id, { company_id: other.id });
  const goes = await ticketOf(agent.id);
  await update(agent, { companies: [{ id: other.id }] });
  expect(await rowOf(stays.id)).toMatchObject({ assignee_id: agent.id, version: 1 });
  expect((await rowOf(goes.id)).assignee_id).toBeNull();
  await update(agent, { firstName: "Nora" });
  await update(agent, { companyScope: "all", companies: [] });
  expect(await rowOf(stays.id)).toMatchObject({ assignee_id: agent.id, version: 1 });
});

test("each ticket they leave shows only its own change", async () => {
  const colleague = await agentOf(acme.id, other.id);
  const agent = await agentOf(acme.id, other.id);
  const [has, follows] = [
    await ticketOf(agent.id, { followers: [colleague.id] }),
    await ticketOf(colleague.id, { company_id: other.id, followers: [agent.id], version: 4 }),
  ];
  await update(agent, { companies: [] });
  const { db } = database;
  expect([await storedLiveEvents(db, has.id), await storedLiveEvents(db, follows.id)]).toEqual([
    [
      {
        ...{ topic: "ticket", audience: "everyone", version: 2, number: has.number },
        ...{ company_ids: [acme.id], people_ids: [customer.id, colleague.id].sort() },
      },
    ],
    [
      {
        ...{ topic: "ticket", audience: "staff", version: 5, number: follows.number },
        ...{ company_ids: [other.id], people_ids: [customer.id, agent.id].sort() },
      },
    ],
  ]);
  expect(await storedEvents(db, follows.id)).toEqual([
    {
      ...{ kind: "followers", audience: "staff", version: 5, actor_id: admin.id },
      data: { added: [], removed: [agent.id] },
    },
  ]);
  expect(await rowOf(follows.id)).toMatchObject({ assignee_id: colleague.id });
  const followers = db
    .selectFrom("ticket_people")
    .select("user_id")
    .where("user_id", "is not", null);
  expect(await followers.where("ticket_id", "=", has.id).orderBy("user_id").execute()).toEqual(
    [customer.id, colleague.id].sort().map((user_id) => ({ user_id })),
  );
});

test("a person who loses access at the very moment is not assigned", async () => {
  const lead = await actingAs(database.db, admin);
  const before = await agentOf(acme.id);
  for (let round = 0; round < 8; round += 1) {
    const agent = await agentOf(acme.id);
    const [claimed, given] = [await ticketOf(null), await ticketOf(agent.id)];
    const patch = { assigneeId: before.id };
    const { actId } = await updateTicket(lead, change(given, patch));
    const results = await Promise.allSettled([
      updateTicket(lead, change(claimed, { assigneeId: agent.id })),
      undoAct(lead, { requestId: Bun.randomUUIDv7(), actId }),
      update(agent, { companies: [] }),
    ]);
    const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(reasons.filter((code) => !["out_of_scope", "undo_too_late"].includes(code))).toEqual([]);
    expect((await rowOf(claimed.id)).assignee_id).toBeNull();
    expect((await rowOf(given.id)).assignee_id).not.toBe(agent.id);
  }
});

test("a customer who leaves a company stops following its tickets, and stays requester of their own", async () => {
  const friend = await insertUser(database.db, { companies: [acme.id, other.id] });
  const followed = await ticketOf(null, { followers: [friend.id] });
  const asked = await ticketOf(null, { requester_id: friend.id });
  const before = await leftSoFar();
  await update(friend, { companies: [{ id: acme.id }] });
  expect(await leftSoFar()).toEqual(before);
  await update(friend, { companies: [] });
  expect(await leftSoFar()).toEqual([...before, followed.id]);
  const people = await database.db
    .selectFrom("ticket_people")
    .select("ticket_id")
    .where("user_id", "=", friend.id)
    .execute();
  expect(people).toEqual([{ ticket_id: asked.id }]);
  expect((await rowOf(followed.id)).version).toBe(2);
});
