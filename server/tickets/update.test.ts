import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { TicketPatch } from "../../shared/tickets/page.ts";
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
import {
  storedEvents,
  storedLiveEvents,
  storedSpans,
  storedTicket,
} from "../../tests/support/stored.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let acme: CompanyRow;
let other: CompanyRow;
let agent: UserRow;
let colleague: UserRow;
let ofAcme: UserRow;
let ofOther: UserRow;
let customer: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  [acme, other] = [await insertCompany(db, { name: "Acme" }), await insertCompany(db)];
  agent = await insertUser(db, { role: "Agent", first_name: "Maya" });
  colleague = await insertUser(db, { role: "Agent", first_name: "Ben", last_name: "Ode" });
  const assigned = { role: "Agent", company_scope: "assigned" } as const;
  ofAcme = await insertUser(db, { ...assigned, companies: [acme.id] });
  ofOther = await insertUser(db, { ...assigned, companies: [other.id] });
  customer = await insertUser(db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

const open = (given: object = {}) =>
  insertTicket(database.db, { requester_id: customer.id, company_id: acme.id, ...given });

const rowOf = (id: string) => storedTicket(database.db, id);

const eventsOf = (id: string) => storedEvents(database.db, id);

describe("a change of a ticket", () => {
  test("appears in the row, the timeline, the spans and the live events", async () => {
    await open({ followers: [ofOther.id], tags: ["another's"] });
    const ticket = await open({ tags: ["old"] });
    const deps = await actingAs(database.db, agent);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const patch: TicketPatch = {
      ...{ assigneeId: agent.id, priority: "high", snoozedUntil: until },
      ...{ addTags: ["VIP "], removeTags: ["old"], addFollowers: [colleague.id] },
    };
    const answer = await updateTicket(deps, change(ticket, patch));

    expect(answer.undoUntil).toBe(new Date(deps.now.getTime() + 600_000).toISOString());
    expect(answer.ticket).toMatchObject({ status: "open", assignee: { id: agent.id } });
    expect(answer.ticket.staff).toMatchObject({ version: 2, priority: "high", tags: ["vip"] });
    expect(answer.ticket.followers.map(({ id }) => id)).toEqual([colleague.id]);
    const events = await eventsOf(ticket.id);
    expect(events.map(({ kind, audience }) => [kind, audience])).toEqual([
      ["priority", "staff"],
      ["followers", "staff"],
      ["tags", "staff"],
      ["assigned", "everyone"],
      ["status", "everyone"],
      ["snoozed", "staff"],
    ]);
    expect(events.every(({ version, actor_id }) => version === 2 && actor_id === agent.id)).toBe(
      true,
    );
    const spans = await database.db
      .selectFrom("status_spans")
      .selectAll()
      .where("ticket_id", "=", ticket.id)
      .orderBy("started_at")
      .execute();
    expect(spans.map(({ status, ended_at }) => [status, ended_at !== null])).toEqual([
      ["new", true],
      ["open", false],
    ]);
    const told = await database.db
      .selectFrom("live_events")
      .selectAll()
      .where("subject_id", "=", ticket.id)
      .execute();
    expect(told).toMatchObject([
      { number: ticket.number, version: 2, audience: "everyone", company_ids: [acme.id] },
    ]);
    expect(new Set(told[0]?.people_ids)).toEqual(new Set([customer.id, colleague.id]));
  });

  test("of staff fields changes nothing that a customer could observe", async () => {
    const ticket = await open({ company_id: null, created_at: new Date(Date.now() - 60_000) });
    await updateTicket(await actingAs(database.db, agent), change(ticket, { priority: "urgent" }));
    const row = await rowOf(ticket.id);
    expect(row.publicly_updated_at).toEqual(ticket.publicly_updated_at);
    expect(row.updated_at.getTime()).toBeGreaterThan(ticket.updated_at.getTime());
    expect(await storedLiveEvents(database.db, ticket.id)).toMatchObject([
      { audience: "staff", company_ids: [] },
    ]);
    const { status, created_at: started_at } = ticket;
    expect(await storedSpans(database.db, ticket.id)).toEqual([
      { status, started_at, ended_at: null },
    ]);
  });

  test("that changes nothing leaves the version", async () => {
    const ticket = await open({ priority: "high" });
    const deps = await actingAs(database.db, agent);
    const answer = await updateTicket(deps, change(ticket, { priority: "high" }));
    expect(answer.undoUntil).toBeNull();
    expect((await rowOf(ticket.id)).version).toBe(1);
    expect(await eventsOf(ticket.id)).toEqual([]);
    expect(await storedLiveEvents(database.db, ticket.id)).toEqual([]);
  });

  test("keeps unchanged times to the microsecond", async () => {
    const ticket = await open();
    const exact = "2026-11-20T10:11:12.123456Z";
    await sql`update tickets set waiting_since = ${sql.lit(exact)} where id = ${ticket.id}`.execute(
      database.db,
    );
    await updateTicket(await actingAs(database.db, agent), change(ticket, { priority: "low" }));
    const { waiting } = await database.db
      .selectFrom("tickets")
      .select((select) => select.cast<string>("waiting_since", "text").as("waiting"))
      .where("id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    expect(waiting).toContain("10:11:12.123456");
  });

  test("adds one tag that two people create at the same moment", async () => {
    const tickets = [await open(), await open()];
    const deps = await actingAs(database.db, agent);
    await Promise.all(
      tickets.map((ticket) => updateTicket(deps, change(ticket, { addTags: ["brand-new"] }))),
    );
    const tagged = await database.db
      .selectFrom("ticket_tags")
      .innerJoin("tags", "tags.id", "ticket_tags.tag_id")
      .select("ticket_id")
      .where("name", "=", "brand-new")
      .execute();
    expect(tagged.length).toBe(2);
  });
});

describe("a change is refused", () => {
  test("for an illegal status, with both statuses named and nothing written", async () => {
    const ticket = await open({ status: "pending" });
    const deps = await actingAs(database.db, agent);
    const refusedInput = change(ticket, { status: "new", priority: "high" });
    const refused = await refusalOf(updateTicket(deps, refusedInput));
    expect(refused.code).toBe("illegal_move");
    expect(refused.message).toBe("A ticket can't change from Pending to New.");
    expect((await rowOf(ticket.id)).priority).toBe("normal");
    const request = refusedInput.requestId;
    const kept = await database.db
      .selectFrom("acts")
      .select("id")
      .where("request_id", "=", request)
      .execute();
    expect(kept).toEqual([]);
  });

  test("to the conversation of a closed ticket, while sorting it still works", async () => {
    const ticket = await open({ status: "closed" });
    const deps = await actingAs(database.db, agent);
    const refused = await refusalOf(updateTicket(deps, change(ticket, { priority: "high" })));
    expect(refused.code).toBe("ticket_closed");
    const sorted = await updateTicket(deps, change(ticket, { type: "problem", addTags: ["x"] }));
    expect(sorted.ticket.staff).toMatchObject({ type: "problem", tags: ["x"] });
  });

  test("for a ticket outside the actor's scope, exactly like a missing one", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, ofOther);
    const foreign = await refusalOf(updateTicket(deps, change(ticket, { priority: "low" })));
    const missing = await refusalOf(
      updateTicket(deps, change({ id: Bun.randomUUIDv7() }, { priority: "low" })),
    );
    expect([foreign.code, foreign.message]).toEqual([missing.code, missing.message]);
    expect(foreign.code).toBe("not_found");
  });

  test("with people outside the ticket's scope, naming every such field", async () => {
    const ticket = await open();
    const stranger = await insertUser(database.db, { companies: [other.id] });
    const deps = await actingAs(database.db, agent);
    const patch = {
      assigneeId: ofOther.id,
      requesterId: stranger.id,
      addFollowers: [colleague.id, stranger.id],
    };
    const refused = await refusalOf(updateTicket(deps, change(ticket, patch)));
    expect(refused.code).toBe("out_of_scope");
    expect(refused.details.fields?.map(({ field }) => field)).toEqual([
      "assigneeId",
      "requesterId",
      "addFollowers",
    ]);
    for (const gone of [
      await insertUser(database.db, { role: "Agent", state: "disabled" }),
      customer,
      { id: Bun.randomUUIDv7() },
    ]) {
      const again = await refusalOf(updateTicket(deps, change(ticket, { assigneeId: gone.id })));
      expect(again.code).toBe("out_of_scope");
    }
  });

  test("not because of people who already have a part, even if they could not get it today", async () => {
    const [gone, stranger] = [
      await insertUser(database.db, { role: "Agent", state: "disabled" }),
      await insertUser(database.db, { companies: [other.id] }),
    ];
    const archived = await insertCompany(database.db, { state: "archived" });
    const ticket = await open({
      ...{ assignee_id: gone.id, requester_id: stranger.id, company_id: archived.id },
      ...{ unassigned_since: null, followers: [gone.id] },
    });
    const { ticket: after } = await updateTicket(
      await actingAs(database.db, agent),
      change(ticket, {
        ...{ assigneeId: gone.id, requesterId: stranger.id, companyId: archived.id },
        ...{ addFollowers: [gone.id], priority: "high" },
      }),
    );
    expect(after.staff?.priority).toBe("high");
  });

  test("with a disabled follower or an invited agent; an invited customer is accepted", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, agent);
    const follow = (user: UserRow) =>
      updateTicket(deps, change(ticket, { addFollowers: [user.id] }));
    const theirs = { companies: [acme.id] };
    for (const refused of [
      await insertUser(database.db, { ...theirs, state: "disabled" }),
      await insertUser(database.db, { role: "Agent", state: "invited" }),
    ]) {
      expect((await refusalOf(follow(refused))).code).toBe("out_of_scope");
    }
    const invited = await insertUser(database.db, { ...theirs, state: "invited" });
    const { ticket: after } = await follow(invited);
    expect(after.followers.map(({ id }) => id)).toEqual([invited.id]);
  });

  test("with a customer as follower of a ticket without a company", async () => {
    const ticket = await open({ company_id: null });
    const deps = await actingAs(database.db, agent);
    const friend = await insertUser(database.db, { companies: [acme.id] });
    const refused = await refusalOf(
      updateTicket(deps, change(ticket, { addFollowers: [friend.id] })),
    );
    expect(refused.code).toBe("out_of_scope");
  });

  test("with a company that the actor does not see, or none if they see only some", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, ofAcme);
    for (const companyId of [other.id, null]) {
      const refused = await refusalOf(updateTicket(deps, change(ticket, { companyId })));
      expect(refused.details.fields?.map(({ field }) => field)).toEqual(["companyId"]);
    }
  });

  test("with an unknown team, a time in the past, or too many tags", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, agent);
    const many = Array.from({ length: 200 }, (_, index) => `tag-${index}`);
    await updateTicket(deps, change(ticket, { addTags: many }));
    for (const [patch, field] of [
      [{ teamId: Bun.randomUUIDv7() }, "teamId"],
      [{ snoozedUntil: "2020-01-01T00:00:00Z" }, "snoozedUntil"],
      [{ addTags: ["one-more"] }, "addTags"],
    ] as const) {
      const addTags = "addTags" in patch ? ["one-more"] : [];
      const input = change(ticket, { ...patch, addTags });
      const refused = await refusalOf(updateTicket(deps, input));
      expect(refused.code).toBe("invalid_input");
      expect(refused.details.fields?.[0]?.field).toBe(field);
    }
  });
});

describe("another requester or company", () => {
  test("shows the ticket to the new requester and no longer to the previous one", async () => {
    const next = await insertUser(database.db, { companies: [acme.id] });
    const ticket = await open({ followers: [next.id] });
    const deps = await actingAs(database.db, agent);
    const { ticket: after } = await updateTicket(deps, change(ticket, { requesterId: next.id }));
    expect(after.requester.id).toBe(next.id);
    expect(after.followers).toEqual([]);
    const people = await database.db
      .selectFrom("ticket_people")
      .select("user_id")
      .where("user_id", "is not", null)
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(people.map(({ user_id }) => user_id)).toEqual([next.id]);
  });

  test("keeps assignee and followers who see it in the new company", async () => {
    const both = await insertUser(database.db, { companies: [acme.id, other.id] });
    const friend = await insertUser(database.db, { companies: [acme.id] });
    const ticket = await open({
      ...{ requester_id: both.id, status: "open", assignee_id: ofAcme.id },
      followers: [friend.id, colleague.id],
    });
    const deps = await actingAs(database.db, agent);
    const { ticket: after } = await updateTicket(deps, change(ticket, { companyId: other.id }));
    expect(after.company?.id).toBe(other.id);
    expect(after.assignee).toBeNull();
    expect(after.followers.map(({ id }) => id)).toEqual([colleague.id]);
    const told = await database.db
      .selectFrom("live_events")
      .select(["company_ids", "people_ids"])
      .where("subject_id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    expect(new Set(told.company_ids)).toEqual(new Set([acme.id, other.id]));
    expect(told.people_ids).toContain(friend.id);
  });

  test("keeps the assignee, and can change the requester with the company", async () => {
    const ticket = await open({
      ...{ status: "open", assignee_id: colleague.id, unassigned_since: null },
    });
    const next = await insertUser(database.db, { companies: [other.id] });
    const { ticket: after } = await updateTicket(
      await actingAs(database.db, agent),
      change(ticket, { companyId: other.id, requesterId: next.id }),
    );
    expect(after).toMatchObject({ assignee: { id: colleague.id }, requester: { id: next.id } });
  });

  test("is refused if the requester does not belong to the company", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, agent);
    const refused = await refusalOf(updateTicket(deps, change(ticket, { companyId: other.id })));
    expect(refused.message).toBe("The requester does not belong to that company.");
  });
});

describe("two people at the same time", () => {
  test("one of two who claim a ticket wins, and the other is shown who did", async () => {
    const ticket = await open();
    const claims = await Promise.allSettled(
      [agent, colleague].map(async (who) =>
        updateTicket(await actingAs(database.db, who), change(ticket, { assigneeId: who.id })),
      ),
    );
    const won = claims.filter(({ status }) => status === "fulfilled");
    const [lost] = claims.filter((claim) => claim.status === "rejected");
    expect(won.length).toBe(1);
    const winner = (await rowOf(ticket.id)).assignee_id;
    expect(lost?.reason).toMatchObject({
      code: "ticket_conflict",
      details: { conflicts: [{ field: "assigneeId", by: { id: winner } }] },
    });
    expect((await rowOf(ticket.id)).version).toBe(2);
  });

  test("the conflict shows both values in words, and no other field is written", async () => {
    const team = await insertTeam(database.db, { name: "Billing" });
    const ticket = await open();
    const theirs = await actingAs(database.db, colleague);
    await updateTicket(
      theirs,
      change(ticket, { assigneeId: colleague.id, status: "pending", teamId: team.id }),
    );
    const mine = await actingAs(database.db, agent);
    const patch = { assigneeId: null, status: "on-hold", teamId: null, priority: "low" } as const;
    const shown = { assignee_id: agent.id, team_id: Bun.randomUUIDv7() };
    const refused = await refusalOf(updateTicket(mine, change(ticket, patch, shown)));
    const by = { id: colleague.id, name: "Ben Ode" };
    expect(refused.details.conflicts).toEqual([
      { field: "status", current: "pending", theirs: "Pending", yours: "On hold", by },
      { field: "assigneeId", current: colleague.id, theirs: "Ben Ode", yours: "Unassigned", by },
      { field: "teamId", current: team.id, theirs: "Billing", yours: "No team", by },
    ]);
    expect((await rowOf(ticket.id)).priority).toBe("normal");
  });

  test("other fields, the same value and tags do not conflict", async () => {
    const ticket = await open();
    const mine = await actingAs(database.db, agent);
    const theirs = await actingAs(database.db, colleague);
    await updateTicket(theirs, change(ticket, { priority: "high", addTags: ["a"] }));
    await updateTicket(mine, change(ticket, { type: "task" }));
    await updateTicket(mine, change(ticket, { type: "problem" }, { type: "task" }));
    await updateTicket(mine, change(ticket, { priority: "high", addTags: ["b"] }));
    const answer = await updateTicket(mine, change(ticket, { removeTags: ["a"] }));
    expect(answer.ticket.staff).toMatchObject({ priority: "high", type: "problem", tags: ["b"] });
  });

  test("a change that waits for the lock reads tags and people as they are after it", async () => {
    const ticket = await open();
    const deps = await actingAs(database.db, agent);
    await Promise.all(
      Array.from({ length: 4 }, () => updateTicket(deps, change(ticket, { addTags: ["one"] }))),
    );
    expect((await eventsOf(ticket.id)).map(({ version }) => version)).toEqual([2]);
    expect((await rowOf(ticket.id)).version).toBe(2);
  });
});
