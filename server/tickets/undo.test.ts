import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTeam,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { saveMacro } from "../macros/commands.ts";
import { replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let agent: UserRow;
let colleague: UserRow;
let customer: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  acme = await insertCompany(db);
  agent = await insertUser(db, { role: "Agent" });
  colleague = await insertUser(db, { role: "Agent" });
  customer = await insertUser(db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

const open = (given: object = {}) =>
  insertTicket(database.db, {
    requester_id: customer.id,
    company_id: acme.id,
    created_at: new Date(Date.now() - 3_600_000),
    ...given,
  });

const undo = (actId: string) => ({ requestId: Bun.randomUUIDv7(), actId });

/** All that an Undo restores, as the database holds it, to the microsecond. */
async function standing(id: string): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(t) - 'version' - 'updated_at' - 'publicly_updated_at' as ticket,
      (select json_agg(s order by started_at) from status_spans s where ticket_id = t.id) as spans,
      (select json_agg(user_id order by user_id) from ticket_people
        where ticket_id = t.id and user_id is not null) as people,
      (select json_agg(tags.name order by tags.name) from ticket_tags
        join tags on tags.id = tag_id where ticket_id = t.id) as tags
    from tickets t where id = ${id}`.execute(database.db);
  return rows[0];
}

test("undo restores exactly the previous state: status, times, spans, people and tags", async () => {
  const friend = await insertUser(database.db, { companies: [acme.id] });
  const ticket = await open({ tags: ["a", "b"], followers: [friend.id] });
  await sql`update tickets set waiting_since = '2026-11-20T10:11:12.123456Z' where id = ${ticket.id}`.execute(
    database.db,
  );
  const before = await standing(ticket.id);
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(
    deps,
    change(ticket, {
      ...{ status: "resolved", priority: "urgent", subject: "Other words", requesterId: friend.id },
      ...{ addTags: ["c"], removeTags: ["a"], addFollowers: [colleague.id] },
      snoozedUntil: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );
  expect(await standing(ticket.id)).not.toEqual(before);
  const later = await actingAs(database.db, agent, new Date(deps.now.getTime() + 5000));
  const answer = await undoAct(later, undo(actId));
  expect(await standing(ticket.id)).toEqual(before);
  expect(answer.undoUntil).toBeNull();
  expect(answer.ticket).toMatchObject({ status: "new", assignee: null, subject: ticket.subject });

  const events = await database.db
    .selectFrom("ticket_events")
    .select(["id", "kind", "audience", "data"])
    .where("ticket_id", "=", ticket.id)
    .orderBy("id")
    .execute();
  const undone = events.filter(({ kind }) => kind === "undone");
  expect(undone.map(({ audience }) => audience)).toEqual(["everyone", "staff"]);
  expect(undone.every(({ data }) => Reflect.get(data as object, "undoes") === events[0]?.id)).toBe(
    true,
  );
});

test("undo does not count a reopening that was undone", async () => {
  const ticket = await open({ status: "resolved", assignee_id: agent.id, reopen_count: 2 });
  const before = await standing(ticket.id);
  const deps = await actingAs(database.db, agent);
  const { actId, ticket: after } = await updateTicket(deps, change(ticket, { status: "open" }));
  expect(after.staff?.reopenCount).toBe(3);
  await undoAct(deps, undo(actId));
  expect(await standing(ticket.id)).toEqual(before);
});

test("undo reopens a ticket that was closed by mistake", async () => {
  const ticket = await open({ status: "resolved", assignee_id: agent.id });
  const before = await standing(ticket.id);
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(deps, change(ticket, { status: "closed" }));
  await undoAct(deps, undo(actId));
  expect(await standing(ticket.id)).toEqual(before);
});

test("undoing one of two actions in one millisecond restores the spans too", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, agent);
  await updateTicket(deps, change(ticket, { assigneeId: agent.id }));
  const before = await standing(ticket.id);
  const pending = change(ticket, { status: "pending" }, { status: "open" });
  const { actId } = await updateTicket(deps, pending);
  await undoAct(deps, undo(actId));
  expect(await standing(ticket.id)).toEqual(before);
});

test("undo restores one span of one ticket, whatever earlier spans and those of others say", async () => {
  const [ticket, other] = [
    await open({ status: "open", assignee_id: agent.id }),
    await open({ status: "open", assignee_id: agent.id }),
  ];
  const at = async (minute: number) =>
    await actingAs(database.db, agent, new Date(ticket.created_at.getTime() + minute * 60_000));
  const move = async (minute: number, status: TicketStatus, { id } = ticket) => {
    const shown = await storedTicket(database.db, id);
    return (await updateTicket(await at(minute), change(shown, { status }))).actId;
  };
  await move(1, "pending");
  await move(2, "open");
  await move(3, "pending");
  const pending = await standing(ticket.id);
  await undoAct(await at(5), undo(await move(4, "resolved")));
  expect(await standing(ticket.id)).toEqual(pending);
  await move(6, "pending", other);
  const theirs = await standing(other.id);
  await move(6, "open");
  const reopened = await standing(ticket.id);
  await undoAct(await at(7), undo(await move(6, "on-hold")));
  expect(await standing(ticket.id)).toEqual(reopened);
  expect(await standing(other.id)).toEqual(theirs);
});

test("undo keeps fields that changed since, and names them", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, agent);
  const patch = { assigneeId: agent.id, addTags: ["vip", "slow"] };
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await updateTicket(
    await actingAs(database.db, colleague),
    change(await storedTicket(database.db, ticket.id), {
      ...{ assigneeId: colleague.id, removeTags: ["slow"] },
    }),
  );
  const { ticket: after } = await undoAct(deps, undo(actId));
  expect(after).toMatchObject({ status: "new", assignee: { id: colleague.id } });
  expect(after.staff?.tags).toEqual([]);
  const undone = after.timeline.items.filter(
    (item) => item.kind === "event" && item.change.kind === "undone",
  );
  expect(undone.map((item) => item.kind === "event" && item.change)).toMatchObject([
    { kinds: ["status"], kept: ["assigned"] },
    { kinds: ["tags"], kept: ["tags"] },
  ]);
});

test("undo keeps a ticket open that a customer has written to since", async () => {
  const ticket = await open({ status: "resolved", assignee_id: agent.id });
  const deps = await actingAs(database.db, agent);
  const patch = { status: "open", priority: "high" } as const;
  const { actId } = await updateTicket(deps, change(ticket, patch));
  const reply = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "It is not solved." };
  await replyToTicket(await actingAs(database.db, customer), reply);
  const { ticket: after } = await undoAct(deps, undo(actId));
  expect(after).toMatchObject({ status: "open", staff: { priority: "normal", waitingFor: "us" } });
});

test("undo is possible for ten minutes, once, and for the same person only", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(deps, change(ticket, { priority: "low" }));
  const late = { ...deps, now: new Date(deps.now.getTime() + 600_001) };
  expect((await refusalOf(undoAct(late, undo(actId)))).code).toBe("undo_too_late");
  const stranger = await actingAs(database.db, colleague);
  expect((await refusalOf(undoAct(stranger, undo(actId)))).code).toBe("not_found");
  const { actId: undoing } = await undoAct(deps, undo(actId));
  expect((await refusalOf(undoAct(deps, undo(actId)))).code).toBe("undo_too_late");
  expect((await refusalOf(undoAct(deps, undo(undoing)))).code).toBe("undo_too_late");
});

test("undo sent twice at the same time undoes once", async () => {
  const ticket = await open();
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(deps, change(ticket, { priority: "low" }));
  const input = undo(actId);
  const [one, other] = await Promise.all([undoAct(deps, input), undoAct(deps, input)]);
  expect(one.actId).toBe(other.actId);
  expect(other.ticket.staff).toMatchObject({ version: 3, priority: "normal" });
  const two = await Promise.allSettled([undoAct(deps, undo(actId)), undoAct(deps, undo(actId))]);
  expect(two.every(({ status }) => status === "rejected")).toBe(true);
});

test("undo returns a ticket to its company, unless that was merged into another", async () => {
  const { db } = database;
  const [next, third] = [await insertCompany(db), await insertCompany(db)];
  const asks = await insertUser(db, { companies: [acme.id, next.id, third.id] });
  const deps = await actingAs(db, agent);
  const companyAfter = async (start: string, to: string, merged: boolean) => {
    const ticket = await open({ requester_id: asks.id, company_id: start });
    const patch = { companyId: to, priority: "high" } as const;
    const { actId } = await updateTicket(deps, change(ticket, patch));
    const gone = { state: "merged", merged_into_id: third.id } as const;
    if (merged) await db.updateTable("companies").set(gone).where("id", "=", start).execute();
    return (await undoAct(deps, undo(actId))).ticket.company?.id;
  };
  expect(await companyAfter(next.id, acme.id, true)).toBe(acme.id);
  expect(await companyAfter(acme.id, third.id, false)).toBe(acme.id);
});

test("undo does not return a ticket to a team that is deleted, or is being deleted", async () => {
  const { db } = database;
  const deps = await actingAs(db, agent);
  const next = await insertTeam(db);
  const moved = async () => {
    const before = await insertTeam(db);
    const ticket = await open({ team_id: before.id });
    const patch = { teamId: next.id, priority: "high" } as const;
    const { actId } = await updateTicket(deps, change(ticket, patch));
    return { actId, gone: db.deleteFrom("teams").where("id", "=", before.id) };
  };
  const one = await moved();
  await one.gone.execute();
  const { ticket: after } = await undoAct(deps, undo(one.actId));
  expect(after.staff).toMatchObject({ team: { id: next.id }, priority: "normal" });
  const two = await moved();
  const { ticket: stays } = await actDuring(
    database,
    (tx) => tx.executeQuery(two.gone.compile()),
    () => undoAct(deps, undo(two.actId)),
  );
  expect(stays.staff).toMatchObject({ team: { id: next.id }, priority: "normal" });
});

test("undo does not assign an agent who has lost access since", async () => {
  const leaving = await insertUser(database.db, { role: "Agent" });
  const ticket = await open({ status: "open", assignee_id: leaving.id });
  const deps = await actingAs(database.db, agent);
  const patch = { assigneeId: agent.id, priority: "high" } as const;
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await sql`update users set state = 'disabled' where id = ${leaving.id}`.execute(database.db);
  const { ticket: after } = await undoAct(deps, undo(actId));
  expect(after.assignee?.id).toBe(agent.id);
  expect(after.staff?.priority).toBe("normal");
});

test("undo does not restore a follower who has left the company", async () => {
  const friend = await insertUser(database.db, { companies: [acme.id] });
  const ticket = await open({ followers: [friend.id] });
  const deps = await actingAs(database.db, agent);
  const { actId } = await updateTicket(
    deps,
    change(ticket, { priority: "urgent", removeFollowers: [friend.id] }),
  );
  await sql`delete from user_companies where user_id = ${friend.id}`.execute(database.db);
  await undoAct(deps, undo(actId));
  const { people, ticket: after } = (await standing(ticket.id)) as {
    people: string[];
    ticket: { priority: string };
  };
  expect(after.priority).toBe("normal");
  expect(people).toEqual([customer.id]);
});

test("undo does not create a tag that was deleted or renamed since", async () => {
  const { db } = database;
  const names = ["deleted since", "renamed since", "still there"];
  const ticket = await open({ tags: names });
  const deps = await actingAs(db, agent);
  const patch = { priority: "urgent", removeTags: names } as const;
  const { actId } = await updateTicket(deps, change(ticket, patch));
  await db.deleteFrom("tags").where("name", "=", "deleted since").execute();
  const renamed = db.updateTable("tags").set({ name: "its new name" });
  await renamed.where("name", "=", "renamed since").execute();
  const { ticket: after } = await undoAct(deps, undo(actId));
  expect(after.staff).toMatchObject({ priority: "normal", tags: ["still there"] });
  const left = db.selectFrom("tags").select("name").where("name", "in", names);
  expect(await left.execute()).toEqual([{ name: "still there" }]);
});

test("an action that changed no ticket cannot be undone here", async () => {
  const deps = await actingAs(database.db, agent);
  const { id } = await saveMacro(
    deps,
    { name: "Thanks", body: "", shared: false, changes: { priority: "low" } },
    Bun.randomUUIDv7(),
  );
  const act = await database.db
    .selectFrom("acts")
    .select("id")
    .where("kind", "=", "macro.save")
    .executeTakeFirstOrThrow();
  expect((await refusalOf(undoAct(deps, undo(act.id)))).code).toBe("not_found");
  expect((await refusalOf(undoAct(deps, undo(id)))).code).toBe("not_found");
});
