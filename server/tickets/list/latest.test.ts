import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { listTicketsInput } from "../../../shared/schemas/tickets.ts";
import { actDuring } from "../../../tests/support/act-during.ts";
import { actingAs } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
  nameOf,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { type Random, seeded } from "../../../tests/support/random.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { listTickets } from "../list.ts";

const minute = 60_000;
const start = Date.UTC(2026, 10, 1);

const database = setUpTestDatabase();
let admin: UserRow;
let customer: UserRow;
let people: UserRow[];
const ids: string[] = [];

beforeAll(async () => {
  const { db } = database;
  const company = await insertCompany(db);
  admin = await insertUser(db, { role: "Super Admin" });
  customer = await insertUser(db, { companies: [{ id: company.id, seesAllTickets: true }] });
  people = [admin, customer, await insertUser(db, { role: "Agent" })];
  for (let count = 0; count < 8; count += 1) {
    const ticket = { requester_id: customer.id, company_id: company.id };
    ids.push((await insertTicket(db, ticket)).id);
  }
}, 60_000);

/** Few different times, so that many were written at the same one. */
function anyTime(random: Random): Date {
  return new Date(start + random.below(30) * minute);
}

function written(random: Random, ticket_id = random.pick(ids)) {
  const created_at = anyTime(random);
  const kind = random.pick(["public", "public", "note"] as const);
  const out = kind === "public" && random.chance(0.7);
  return {
    ...{ id: Bun.randomUUIDv7(), ticket_id, home_ticket_id: ticket_id, kind, created_at },
    author_id: random.pick(people).id,
    body: `**${random.below(1e6)}** ${"Füße 🦶 ".repeat(random.below(80))}`,
    released_at: out ? new Date(created_at.getTime() + random.below(3) * minute) : null,
  };
}

/** Changes to messages: to one, or to many by one statement. */
async function change(random: Random): Promise<void> {
  const { db } = database;
  const all = await db.selectFrom("messages").select("id").orderBy("id").execute();
  const some = random.some(all, 2 / (all.length + 1)).map(({ id }) => id);
  const of = sql`id = any(${some}::uuid[])`;
  switch (random.below(8)) {
    case 0: {
      // Some are merged into the first.
      const [gone] = ids.length > 5 ? ids.splice(1 + random.below(ids.length - 1), 1) : [];
      await sql`delete from tickets where id = ${gone ?? null}::uuid`.execute(db);
      break;
    }
    case 1:
      await sql`delete from messages where ${of} and released_at is null`.execute(db);
      break;
    case 2:
      await sql`update messages set redacted_at = now(), body = '' where ${of}`.execute(db);
      break;
    case 3:
      await sql`update messages set released_at = ${anyTime(random)}::timestamptz
        where ${of} and kind = 'public'`.execute(db);
      break;
    case 4:
      await sql`update messages set ticket_id = ${ids[0]}::uuid
        where ticket_id = ${random.pick(ids)}::uuid`.execute(db);
      break;
    case 5:
      await sql`update messages set ticket_id = ${random.pick(ids)}::uuid where ${of}`.execute(db);
      break;
    default: {
      const rows = Array.from({ length: 1 + random.below(4) }, () => written(random));
      await db.insertInto("messages").values(rows).execute();
    }
  }
}

/** The latest message by a plain look at all messages, without SQL. */
async function naively() {
  const messages = await database.db.selectFrom("messages").selectAll().execute();
  const shown = messages.filter(({ redacted_at }) => redacted_at === null);
  type Message = (typeof messages)[number];
  const last = (ticketId: string, at: (message: Message) => Date | null) =>
    shown
      .filter((one) => one.ticket_id === ticketId && at(one) !== null)
      .sort((one, other) => Number(at(one)) - Number(at(other)) || (one.id < other.id ? -1 : 1))
      .at(-1);
  return ids.map((id) => ({
    id,
    forStaff: last(id, ({ created_at }) => created_at),
    forCustomer: last(id, ({ released_at }) => released_at),
  }));
}

const beginning = (body: string) => [...body].slice(0, 240).join("");

async function expectKept(): Promise<void> {
  const expected = (await naively()).map(({ id, forStaff, forCustomer }) => {
    const own = forStaff?.id === forCustomer?.id ? undefined : forStaff;
    return {
      id,
      latest_author_id: forCustomer?.author_id ?? null,
      latest_text: forCustomer ? beginning(forCustomer.body) : null,
      staff_latest_kind: own?.kind ?? null,
      staff_latest_author_id: own?.author_id ?? null,
      staff_latest_text: own ? beginning(own.body) : null,
    };
  });
  const kept = await database.db
    .selectFrom("tickets")
    .select(["id", "latest_author_id", "latest_text", "staff_latest_kind"])
    .select(["staff_latest_author_id", "staff_latest_text"])
    .orderBy("id")
    .execute();
  expect(kept).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
}

async function expectListed(): Promise<void> {
  const { db } = database;
  const expected = await naively();
  const sees = { forStaff: admin, forCustomer: customer };
  for (const [whose, reader] of Object.entries(sees)) {
    const { tickets } = await listTickets(await actingAs(db, reader), listTicketsInput.parse({}));
    expect(tickets.length).toBe(ids.length);
    for (const { id, latest } of tickets) {
      const message = expected.find((one) => one.id === id)?.[whose as keyof typeof sees];
      const author = people.find((person) => person.id === message?.author_id);
      const told = latest && { ...latest, text: /\d+/.exec(latest.text)?.[0] };
      expect(told).toEqual(
        message && author
          ? {
              author: nameOf(author),
              mine: author.id === reader.id,
              note: message.kind === "note",
              text: /\d+/.exec(message.body)?.[0],
            }
          : null,
      );
    }
  }
}

test("whatever happens to messages, each ticket stores the latest for staff and for customers", async () => {
  const random = seeded(23);
  for (let turn = 0; turn < 300; turn += 1) {
    await change(random);
    await expectKept();
    if (turn % 10 === 0) await expectListed();
  }
}, 120_000);

test("the latest message of a ticket that stores none is looked up", async () => {
  const { db } = database;
  await db
    .insertInto("messages")
    .values(ids.map((id) => written(seeded(5), id)))
    .execute();
  await db
    .updateTable("tickets")
    .set({ latest_author_id: null, latest_text: null, staff_latest_kind: null })
    .set({ staff_latest_author_id: null, staff_latest_text: null })
    .execute();
  await expectListed();
});

test("when two people write in one ticket at the same time, neither message is overlooked", async () => {
  const { db } = database;
  const ticket = await insertTicket(db, { requester_id: customer.id });
  const write = (into: Parameters<typeof insertMessage>[0], at: number, body: string) =>
    insertMessage(into, {
      ...{ ticket_id: ticket.id, author_id: customer.id, created_at: new Date(at), body },
    });
  await actDuring(
    database,
    (tx) => write(tx, start + minute, "The later"),
    () => write(db, start, "The earlier"),
  );
  const { latest_text } = await db
    .selectFrom("tickets")
    .select("latest_text")
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  expect(latest_text).toBe("The later");
});
