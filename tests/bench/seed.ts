import { sql } from "kysely";
import type { Db } from "../../server/db/database.ts";
import { addPerson } from "../support/people.ts";

export interface BenchPeople {
  admin: string;
  rareAgent: string;
  wideAgent: string;
  customer: string;
}

/** Believable enough to measure lists on: a few companies have most tickets. */
export async function seedTickets(db: Db, tickets: number): Promise<BenchPeople> {
  await sql`
    insert into companies (id, name)
    select gen_random_uuid(), 'Company ' || n from generate_series(1, 200) n`.execute(db);
  await sql`
    insert into users (id, first_name, last_name, email, role, state)
    select gen_random_uuid(), 'Person', n::text, 'person' || n || '@bench.test', 'Customer', 'active'
    from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into users (id, first_name, last_name, email, role, state, company_scope)
    select gen_random_uuid(), 'Agent', n::text, 'agent' || n || '@bench.test', 'Agent', 'active', 'all'
    from generate_series(1, 20) n`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      with c as (select array_agg(id order by id) as ids from companies),
        p as (select array_agg(id order by id) as ids from users where role = 'Customer'),
        a as (select array_agg(id order by id) as ids from users where role = 'Agent')
      insert into tickets (id, subject, status, priority, type, channel, company_id, requester_id,
        assignee_id, unassigned_since, created_at, updated_at, publicly_updated_at, waiting_for,
        waiting_since, closed_at)
      select gen_random_uuid(), 'Labels print blank, case ' || n,
        (array['open','pending','resolved','closed','closed','closed']::ticket_status[])[1 + n % 6],
        (array['low','normal','normal','high','urgent']::ticket_priority[])[1 + n % 5],
        'question', 'web',
        c.ids[1 + floor(200 * power((n * 7919 % 10007) / 10007.0, 3))::int],
        p.ids[1 + n * 31 % 2000],
        case when n % 7 = 0 then null else a.ids[1 + n % 20] end,
        case when n % 7 = 0 then now() else null end,
        now() - n * interval '90 seconds', now() - n * interval '80 seconds',
        now() - n * interval '80 seconds',
        case n % 6 when 0 then 'us' when 1 then 'customer' end,
        case when n % 6 < 2 then now() - n * interval '80 seconds' end,
        case when n % 6 > 2 then now() end
      from generate_series(1, ${tickets}::int) n, c, p, a`.execute(tx);
    await sql`
      insert into ticket_people (ticket_id, user_id) select id, requester_id from tickets`.execute(
      tx,
    );
    await sql`
      insert into messages (id, ticket_id, home_ticket_id, author_id, kind, body, created_at,
        release_at, released_at)
      select gen_random_uuid(), id, id, requester_id, 'public',
        'Since Tuesday every shipping label comes out blank. The printer feeds, but nothing is on it.',
        created_at, created_at, created_at
      from tickets, generate_series(1, 2)`.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
  return await addReaders(db);
}

async function addReaders(db: Db): Promise<BenchPeople> {
  const companies = await db
    .selectFrom("tickets")
    .innerJoin("companies", "companies.id", "tickets.company_id")
    .select(["companies.id"])
    .groupBy("companies.id")
    .orderBy((select) => select.fn.countAll())
    .execute();
  const [rare] = companies;
  if (!rare) throw new Error("The bench needs companies");
  const admin = await addPerson(db, "Super Admin");
  const rareAgent = await addPerson(db, "Agent", { companyScope: "assigned", companies: [rare] });
  const wideAgent = await addPerson(db, "Agent", {
    companyScope: "assigned",
    companies: companies.slice(0, 50),
  });
  const customer = await addPerson(db, "Customer", {
    companies: companies.slice(0, 1).map(({ id }) => ({ id, seesAllTickets: true })),
  });
  return {
    admin: admin.email,
    rareAgent: rareAgent.email,
    wideAgent: wideAgent.email,
    customer: customer.email,
  };
}
