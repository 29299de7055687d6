import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { ActorDeps } from "../server/access/actor.ts";
import { bareTables } from "../server/db/bare-tables.ts";
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

/**
 * Users with 200 first and 1,000 last names in 1,500 companies; half of them signed in once and have a phone. What is stored
 * with each row is inserted with it, and the indexes are built at the end.
 */
async function addCrowd(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const restore = await bareTables(tx, ["users", "user_companies"]);
    await sql`alter table user_companies disable trigger users_join_companies`.execute(tx);
    await sql`
      insert into companies (id, name)
      select gen_random_uuid(), 'Company ' || md5(n::text) from generate_series(1, 1500) n`.execute(
      tx,
    );
    await sql`
      with placed as (
        select id, folded_name, row_number() over (order by name) as place from companies),
      made as (
        insert into users (id, first_name, last_name, email, role, state, last_seen_at, created_at,
          phone, company_names)
        select gen_random_uuid(), initcap(substr(md5((n % 200)::text || 'f'), 1, 6)),
          initcap(substr(md5((n % 1000)::text || 'l'), 1, 8)),
          'person' || n || '@' || substr(md5((n % 1500)::text), 1, 8) || '.test', 'Customer',
          case when n % 50 = 0 then 'disabled' when n % 40 = 0 then 'invited' else 'active' end,
          case when n % 2 = 0 then now() - n * interval '7 minutes' end,
          now() - n * interval '1 hour',
          case when n % 2 = 0 then '+49 30 ' || to_char(n::bigint * 48271 % 10000000, 'FM000 0000')
          end, placed.folded_name
        from generate_series(1, ${size}::int) n join placed on placed.place = n % 1500 + 1
        returning id, company_names)
      insert into user_companies (user_id, company_id)
      select made.id, placed.id from made join placed on placed.folded_name = made.company_names
    `.execute(tx);
    await sql`alter table user_companies enable trigger users_join_companies`.execute(tx);
    await restore(() => {});
  });
  await sql`vacuum analyze users`.execute(db);
  await sql`analyze`.execute(db);
}

const withDefaults = (input: Partial<ListUsersInput>): ListUsersInput => ({
  ...{ sort: "name", descending: false, limit: 50 },
  ...input,
});

/** Postgres's plan of the statement that this call sends. */
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
 * How many 8 kB blocks it touches: the work, whatever else the machine does. The time is measured by
 * `bun run bench --only people`.
 */
async function blocksOf(run: () => Promise<unknown>): Promise<number> {
  await run();
  const plan = await explained("(analyze, buffers, costs off, timing off)", run);
  const [, hit = "0"] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  const [, read = "0"] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}

const searches = ["person19999", "person", "e1", "a", "a1 .test", "company", "d6baf", "unknown-x"];

describe(`among ${size.toLocaleString("en")} users`, () => {
  // About 350 blocks are the fifty rows of a page with their details; 760 are all users.
  test.each(searches)("%p is found with an index and counted in one pass", async (search) => {
    const list = await blocksOf(() => listUsers(deps, withDefaults({ search })));
    expect(list).toBeWithin(1, 660);
    expect(await blocksOf(() => countUsers(deps, { search }))).toBeWithin(1, 900);
  });

  test.each([...userSorts])(
    "sorted by %s only one page is read, in both directions",
    async (sort) => {
      for (const descending of [false, true]) {
        const read = await blocksOf(() => listUsers(deps, withDefaults({ sort, descending })));
        expect(read).toBeWithin(1, 400);
      }
    },
  );

  test("rare words use the index, common words the order of the list", async () => {
    const planFor = (search: string) => planOf(() => listUsers(deps, withDefaults({ search })));
    expect(await planFor("person19999")).toContain("Bitmap Index Scan on users_searched");
    expect(await planFor("e")).toContain("Index Scan using users_by_name");
    expect(await planOf(() => countUsers(deps, { search: "person19999" }))).toContain(
      "Bitmap Index Scan on users_searched",
    );
  });

  test("a number is searched in phones as well as in words", async () => {
    const plan = await planOf(() => listUsers(deps, withDefaults({ search: "030 4827 1" })));
    expect(plan).toContain("Bitmap Index Scan on users_by_phone");
    // A number of one user, one of a few, and the beginning of each.
    for (const search of ["030 4827 1", "1234", "+49 30"]) {
      const list = await blocksOf(() => listUsers(deps, withDefaults({ search })));
      expect(list).toBeWithin(1, 400);
      expect(await blocksOf(() => countUsers(deps, { search }))).toBeWithin(1, 900);
    }
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

  test("recently seen users are counted by an index", async () => {
    const plan = await planOf(() => countUsers(deps, { seen: "day" }));
    expect(plan).toContain("users_by_last_seen");
  });
});
