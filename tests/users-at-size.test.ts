import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { ActorDeps } from "../server/actor.ts";
import { type Db, openDatabase } from "../server/db/database.ts";
import { countUsers, listUsers } from "../server/users/queries.ts";
import type { ListUsersInput } from "../shared/schemas/users.ts";
import { userSorts } from "../shared/users.ts";
import { actingAs } from "./support/acting.ts";
import { insertUser } from "./support/builders.ts";
import { createTestDatabase, type TestDatabase } from "./support/postgres.ts";

const size = 20_000;

let database: TestDatabase;
let watched: Db;
let sent: { text: string; values: readonly unknown[] }[] = [];
let deps: ActorDeps;

beforeAll(async () => {
  database = await createTestDatabase();
  watched = openDatabase({
    url: database.url,
    size: 1,
    log: ({ query }) => void sent.push({ text: query.sql, values: query.parameters }),
  });
  await addCrowd(database.owner);
  const admin = await insertUser(database.db, { role: "Super Admin" });
  deps = { ...(await actingAs(database.db, admin)), db: watched };
}, 120_000);
afterAll(async () => {
  await watched.destroy();
  await database.drop();
});

/** People with 200 first and 1,000 last names in 1,500 companies; half of them came by once. */
async function addCrowd(db: Db): Promise<void> {
  await sql`
    insert into companies (id, name)
    select gen_random_uuid(), 'Company ' || md5(n::text) from generate_series(1, 1500) n`.execute(
    db,
  );
  for (let from = 1; from <= size; from += slice) await addSome(db, from);
  await sql`vacuum analyze users`.execute(db);
  await sql`analyze`.execute(db);
}

const slice = 2_000;

async function addSome(db: Db, from: number): Promise<void> {
  await sql`
    with made as (
      insert into users (id, first_name, last_name, email, role, state, last_seen_at, created_at)
      select gen_random_uuid(), initcap(substr(md5((n % 200)::text || 'f'), 1, 6)),
        initcap(substr(md5((n % 1000)::text || 'l'), 1, 8)),
        'person' || n || '@' || substr(md5((n % 1500)::text), 1, 8) || '.test', 'Customer',
        case when n % 50 = 0 then 'disabled' when n % 40 = 0 then 'invited' else 'active' end,
        case when n % 2 = 0 then now() - n * interval '7 minutes' end,
        now() - n * interval '1 hour'
      from generate_series(${from}::int, ${from + slice - 1}::int) n
      returning id)
    select count(*) from made`.execute(db);
  await sql`
    insert into user_companies (user_id, company_id)
    select u.id, c.id
    from (
      select id, row_number() over (order by email) as n from users
      where not exists (select from user_companies where user_id = users.id)
    ) u
    join (select id, row_number() over (order by name) as n from companies) c
      on c.n = (u.n + ${from}::int) % 1500 + 1`.execute(db);
}

const withDefaults = (input: Partial<ListUsersInput>): ListUsersInput => ({
  ...{ sort: "name", descending: false, limit: 50 },
  ...input,
});

/** What Postgres says of the statement that this call sends, asked in this way. */
async function explained(how: string, run: () => Promise<unknown>): Promise<string> {
  sent = [];
  await run();
  const [statement] = sent;
  if (!statement) throw new Error("Nothing was sent");
  const { rows } = await watched.executeQuery<{ "QUERY PLAN": string }>({
    ...{ sql: `explain ${how} ${statement.text}`, parameters: statement.values },
    ...{ query: { kind: "RawNode", sqlFragments: [], parameters: [] }, queryId: { queryId: "x" } },
  });
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const planOf = (run: () => Promise<unknown>) => explained("", run);

/**
 * How many blocks of 8 kB it touches: the work, whatever else the machine does. The time is told by
 * `bun run bench --only people`.
 */
async function blocksOf(run: () => Promise<unknown>): Promise<number> {
  await run();
  const plan = await explained("(analyze, buffers, costs off, timing off)", run);
  const [, hit = "0"] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  const [, read = "0"] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}

const searches = ["person19999", "person", "e1", "a", "a1 .test", "company", "d6baf", "nobody-x"];

describe(`among ${size.toLocaleString("en")} users`, () => {
  // About 360 blocks are the fifty rows of a page with what is told beside them; 1,200 are everyone.
  test.each(searches)("%p is found in part of them, and counted in one pass", async (search) => {
    const list = await blocksOf(() => listUsers(deps, withDefaults({ search })));
    expect(list).toBeWithin(1, 1_000);
    expect(await blocksOf(() => countUsers(deps, { search }))).toBeWithin(1, 1_300);
  });

  test.each([...userSorts])("sorted by %s a page is read and no more, either way", async (sort) => {
    for (const descending of [false, true]) {
      const read = await blocksOf(() => listUsers(deps, withDefaults({ sort, descending })));
      expect(read).toBeWithin(1, 400);
    }
  });

  test("words that few have are looked up, those that many have are met on the way", async () => {
    const planFor = (search: string) => planOf(() => listUsers(deps, withDefaults({ search })));
    expect(await planFor("person19999")).toContain("Bitmap Index Scan on users_searched");
    expect(await planFor("e")).toContain("Index Scan using users_by_name");
    expect(await planOf(() => countUsers(deps, { search: "person19999" }))).toContain(
      "Bitmap Index Scan on users_searched",
    );
  });

  test.each([
    ["name", "users_by_name"],
    ["email", "users_email"],
    ["role", "users_by_role"],
    ["companies", "users_by_company"],
    ["lastSeen", "users_by_last_seen"],
    ["created", "users_by_created"],
  ] as const)("the order by %s is that of an index", async (sort, index) => {
    const plan = await planOf(() => listUsers(deps, withDefaults({ sort })));
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toContain("Seq Scan on users");
  });

  test("who was here lately is counted by an index", async () => {
    const plan = await planOf(() => countUsers(deps, { seen: "day" }));
    expect(plan).toContain("users_by_last_seen");
  });
});
