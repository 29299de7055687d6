import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CreateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertTeam,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedSpans, storedTicket } from "../../tests/support/stored.ts";
import { createTicket } from "./create.ts";
import { getTicket } from "./details.ts";
import { releaseReply } from "./release.ts";

let database: TestDatabase;
let acme: CompanyRow;
let other: CompanyRow;
let agent: UserRow;
let ofAcme: UserRow;
let customer: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  [acme, other] = [await insertCompany(db, { name: "Acme" }), await insertCompany(db)];
  agent = await insertUser(db, { role: "Agent" });
  ofAcme = await insertUser(db, {
    ...{ role: "Agent", company_scope: "assigned" },
    companies: [acme.id],
  });
  customer = await insertUser(db, { companies: [acme.id] });
}, 60_000);
afterAll(() => database.drop());

const opening = (given: Partial<CreateTicketInput> = {}): CreateTicketInput => ({
  requestId: Bun.randomUUIDv7(),
  subject: "The printer",
  body: "It does not print.",
  ...given,
});

const messagesOf = (id: string) =>
  database.db.selectFrom("messages").selectAll().where("ticket_id", "=", id).execute();

const rowOf = (id: string) => storedTicket(database.db, id);

describe("a customer", () => {
  test("opens a ticket in their company that is New, waiting for us and public immediately", async () => {
    const deps = await actingAs(database.db, customer);
    const { ticket, undoUntil } = await createTicket(deps, opening());
    expect(ticket).toMatchObject({
      status: "new",
      company: { id: acme.id },
      subject: "The printer",
    });
    expect(ticket.requester.id).toBe(customer.id);
    expect(undoUntil).toBeNull();
    const row = await rowOf(ticket.id);
    expect(row).toMatchObject({ version: 1, waiting_for: "us", channel: "web" });
    expect(row.opened_by_staff).toBe(false);
    expect(row.last_customer_message_at).toEqual(deps.now);
    expect(await storedSpans(database.db, ticket.id)).toEqual([
      { status: "new", started_at: deps.now, ended_at: null },
    ]);
    expect(await messagesOf(ticket.id)).toMatchObject([
      { kind: "public", released_at: deps.now, release_at: null, author_id: customer.id },
    ]);
    expect(ticket.timeline.items.map(({ kind }) => kind).sort()).toEqual(["event", "message"]);
  });

  test("of several companies chooses one of them", async () => {
    const both = await insertUser(database.db, { companies: [acme.id, other.id] });
    const deps = await actingAs(database.db, both);
    const none = await refusalOf(createTicket(deps, opening()));
    expect(none.details.fields?.[0]?.field).toBe("companyId");
    const { ticket } = await createTicket(deps, opening({ companyId: other.id }));
    expect(ticket.company?.id).toBe(other.id);
    const theirs = await actingAs(database.db, customer);
    const foreign = await refusalOf(createTicket(theirs, opening({ companyId: other.id })));
    expect(foreign.code).toBe("invalid_input");
  });

  test("without a company opens a ticket without a company", async () => {
    const deps = await actingAs(database.db, await insertUser(database.db));
    expect((await createTicket(deps, opening())).ticket.company).toBeNull();
  });

  test("cannot set staff fields, and the error names each of them", async () => {
    const deps = await actingAs(database.db, customer);
    const refused = await refusalOf(
      createTicket(
        deps,
        opening({
          ...{ requesterId: agent.id, priority: "high", tags: ["x"], addFollowers: [agent.id] },
          ...{ asNote: true, mentions: [agent.id], followUpOf: Bun.randomUUIDv7() },
          status: "pending",
        }),
      ),
    );
    expect(refused.details.fields?.map(({ field }) => field)).toEqual([
      "requesterId",
      "priority",
      "tags",
      "addFollowers",
      "asNote",
      "mentions",
      "followUpOf",
      "status",
    ]);
  });

  test("cannot set a field that is not listed as theirs", async () => {
    const deps = await actingAs(database.db, customer);
    const input = opening({ ["severity" as "subject"]: "major" });
    const { code, details } = await refusalOf(createTicket(deps, input));
    expect(code).toBe("invalid_input");
    expect(details.fields).toMatchObject([{ field: "severity" }]);
  });
});

describe("staff", () => {
  test("open a ticket with a first reply, which is sent eight seconds later", async () => {
    const deps = await actingAs(database.db, agent);
    const { ticket } = await createTicket(deps, opening({ requesterId: customer.id }));
    expect(ticket).toMatchObject({ status: "open", company: { id: acme.id }, assignee: null });
    expect(await rowOf(ticket.id)).toMatchObject({ opened_by_staff: true, version: 1 });
    const [message] = await messagesOf(ticket.id);
    expect(message?.released_at).toBeNull();
    const delay = (message?.release_at?.getTime() ?? 0) - Date.now();
    expect(delay).toBeGreaterThan(5000);
    expect(delay).toBeLessThan(8100);
  });

  test("log a call as New, with the phone channel and a note that is never released", async () => {
    const deps = await actingAs(database.db, agent);
    const { ticket } = await createTicket(
      deps,
      opening({ requesterId: customer.id, channel: "phone", asNote: true }),
    );
    expect(ticket).toMatchObject({ status: "new", staff: { channel: "phone" } });
    expect(await messagesOf(ticket.id)).toMatchObject([
      { kind: "note", release_at: null, released_at: null },
    ]);
  });

  test.each(["open", "pending", "on-hold", "resolved"] as const)(
    "set a new ticket to %s when they create it",
    async (status) => {
      const deps = await actingAs(database.db, agent);
      for (const asNote of [true, false]) {
        const wishes = { requesterId: customer.id, assigneeId: agent.id, status, asNote };
        const { ticket } = await createTicket(deps, opening(wishes));
        expect(ticket).toMatchObject({ status, assignee: { id: agent.id } });
        const spans = database.db
          .selectFrom("status_spans")
          .select("status")
          .where("ticket_id", "=", ticket.id);
        expect(await spans.execute()).toEqual([{ status }]);
      }
    },
  );

  test("mention colleagues in a first note, who can see the ticket and are notified", async () => {
    const deps = await actingAs(database.db, agent);
    const bell = await insertUser(database.db, { role: "Agent" });
    const mentions = [bell.id, ofAcme.id, agent.id];
    const { ticket } = await createTicket(
      deps,
      opening({ requesterId: customer.id, asNote: true, mentions }),
    );
    const told = await database.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([bell.id, ofAcme.id].sort());
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(["mentioned"]));
    const outside = await insertUser(database.db, { companies: [other.id] });
    const unseen = opening({ requesterId: outside.id, asNote: true, mentions: [ofAcme.id] });
    const refused = await refusalOf(createTicket(deps, unseen));
    expect(refused).toMatchObject({ code: "out_of_scope" });
    expect(refused.details.fields?.map(({ field }) => field)).toEqual(["mentions"]);
    const reply = opening({ requesterId: customer.id, mentions });
    expect((await refusalOf(createTicket(deps, reply))).code).toBe("invalid_input");
  });

  test("set all fields together, in one version", async () => {
    const team = await insertTeam(database.db);
    const deps = await actingAs(database.db, agent);
    const { ticket } = await createTicket(
      deps,
      opening({
        ...{ requesterId: customer.id, companyId: acme.id, assigneeId: ofAcme.id, asNote: true },
        ...{ priority: "urgent", type: "incident", teamId: team.id, tags: ["VIP", "vip"] },
      }),
    );
    expect(ticket).toMatchObject({ status: "open", assignee: { id: ofAcme.id } });
    expect(ticket.staff).toMatchObject({
      ...{ version: 1, priority: "urgent", type: "incident", team: { id: team.id }, tags: ["vip"] },
    });
    const spans = await database.db
      .selectFrom("status_spans")
      .select("status")
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(spans).toEqual([{ status: "open" }]);
  });

  test("choose a requester whom they can see and who belongs to the company", async () => {
    const stranger = await insertUser(database.db, { companies: [other.id] });
    const narrow = await actingAs(database.db, ofAcme);
    for (const input of [
      opening(),
      opening({ requesterId: stranger.id }),
      opening({ requesterId: stranger.id, companyId: acme.id }),
      opening({ requesterId: stranger.id, companyId: other.id }),
      opening({ requesterId: customer.id, companyId: null }),
      opening({ requesterId: agent.id, companyId: acme.id }),
      opening({ requesterId: Bun.randomUUIDv7(), companyId: acme.id }),
      opening({ requesterId: customer.id, teamId: Bun.randomUUIDv7() }),
    ]) {
      const { code } = await refusalOf(createTicket(narrow, input));
      expect(["invalid_input", "out_of_scope"]).toContain(code);
    }
    const { ticket } = await createTicket(narrow, opening({ requesterId: customer.id }));
    expect(ticket.company?.id).toBe(acme.id);
  });

  test("cannot assign anyone outside the ticket's scope", async () => {
    const deps = await actingAs(database.db, agent);
    const outside = await insertUser(database.db, { companies: [other.id] });
    const input = opening({ requesterId: outside.id, assigneeId: ofAcme.id });
    const refused = await refusalOf(createTicket(deps, input));
    expect(refused).toMatchObject({ code: "out_of_scope" });
    expect(refused.details.fields?.map(({ field }) => field)).toEqual(["assigneeId"]);
  });

  test("add staff and customers as followers; the requester is not one of them", async () => {
    const { db } = database;
    const deps = await actingAs(db, agent);
    const friend = await insertUser(db, { companies: [acme.id] });
    const addFollowers = [ofAcme.id, friend.id, customer.id, friend.id];
    const { ticket } = await createTicket(
      deps,
      opening({ requesterId: customer.id, addFollowers }),
    );
    expect(ticket.followers.map(({ id }) => id).sort()).toEqual([ofAcme.id, friend.id].sort());
    expect(await rowOf(ticket.id)).toMatchObject({ version: 1 });
    const theirs = await actingAs(db, friend);
    expect(await getTicket(theirs, { number: ticket.number })).toMatchObject({ id: ticket.id });
    const due = db.updateTable("messages").set({ release_at: deps.now });
    await due.where("ticket_id", "=", ticket.id).execute();
    while (await releaseReply(db, deps.now));
    const mails = db.selectFrom("outgoing_mails").select(["user_id", "template"]);
    const mailed = await mails.where("ticket_id", "=", ticket.id).execute();
    expect(mailed).toContainEqual({ user_id: friend.id, template: "ticket-reply" });
  });

  test("cannot add followers who would not see the ticket, and the error names each of them", async () => {
    const deps = await actingAs(database.db, agent);
    const name = { last_name: "Afar" };
    const stranger = await insertUser(database.db, { ...name, companies: [other.id] });
    const elsewhere = await insertUser(database.db, {
      ...{ ...name, role: "Agent", company_scope: "assigned", companies: [other.id] },
    });
    const addFollowers = [stranger.id, ofAcme.id, elsewhere.id, Bun.randomUUIDv7()];
    const refused = await refusalOf(
      createTicket(deps, opening({ requesterId: customer.id, addFollowers })),
    );
    expect(refused).toMatchObject({ code: "out_of_scope" });
    const fields = refused.details.fields ?? [];
    expect(fields.map(({ field }) => field)).toEqual(Array(3).fill("addFollowers"));
    expect(fields[0]?.message).toContain("Afar cannot follow this ticket");
    const alone = await insertUser(database.db);
    const without = opening({ requesterId: alone.id, addFollowers: [customer.id, alone.id] });
    const { details } = await refusalOf(createTicket(deps, without));
    expect(details.fields).toHaveLength(1);
  });

  test("choose the company when the requester has several", async () => {
    const both = await insertUser(database.db, { companies: [acme.id, other.id] });
    const wide = await refusalOf(
      createTicket(await actingAs(database.db, agent), opening({ requesterId: both.id })),
    );
    expect(wide.details.fields?.[0]?.field).toBe("companyId");
    // An agent who sees only one of them has no choice.
    const narrow = await actingAs(database.db, ofAcme);
    const { ticket } = await createTicket(narrow, opening({ requesterId: both.id }));
    expect(ticket.company?.id).toBe(acme.id);
  });
});

test("files that were never uploaded are refused, and no ticket is created", async () => {
  const deps = await actingAs(database.db, customer);
  const input = opening({ subject: "With a file", fileIds: [Bun.randomUUIDv7()] });
  const refused = await refusalOf(createTicket(deps, input));
  expect(refused.details.fields?.[0]?.field).toBe("fileIds");
  const left = await database.db
    .selectFrom("tickets")
    .select("id")
    .where("subject", "=", "With a file")
    .execute();
  expect(left).toEqual([]);
});
