import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { CountUsersInput, ListUsersInput } from "../../shared/schemas/users.ts";
import type { User, UserPage, UserSort } from "../../shared/users.ts";
import type { Deps } from "../actor.ts";
import type { Database, Db, Tx } from "../db/database.ts";
import {
  comesAfter,
  cutPage,
  type KeyColumn,
  type Mark,
  markOf,
  type Order,
  orderBy,
  readCursor,
} from "../db/keyset.ts";
import { wordsOf } from "../db/words.ts";
import { presentUser } from "./present.ts";

/** Who is deleted stands in no list. */
export function listUsers(deps: Deps, input: ListUsersInput): Promise<UserPage> {
  const { sort, descending, limit, cursor } = input;
  const order = { name: sort, descending, columns: orders[sort] };
  return readPage(deps.db, order, { limit, cursor }, filters(input));
}

/** Every user in order of id, as the REST call answers them. */
export function listUsersById(
  db: Db,
  page: { limit: number; cursor: string | null },
): Promise<UserPage> {
  return readPage(db, { name: "id", descending: false, columns: [id] }, page, []);
}

export async function countUsers(deps: Deps, input: CountUsersInput): Promise<{ count: number }> {
  return await deps.db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .where((eb) => eb.and(filters(input)))
    .executeTakeFirstOrThrow();
}

export async function findUser(db: Db | Tx, userId: string): Promise<User | null> {
  const row = await selectUsers(db).where("users.id", "=", userId).executeTakeFirst();
  return row ? presentUser(row) : null;
}

async function readPage(
  db: Db,
  order: Order,
  { limit, cursor }: { limit: number; cursor?: string | null },
  conditions: Condition[],
): Promise<UserPage> {
  const past = cursor ? [comesAfter(order, readCursor(order, cursor).map(sql.val))] : [];
  const found = await selectUsers(db)
    .select(markOf(order).as("mark"))
    .where((eb) => eb.and([...conditions, ...past]))
    .orderBy(orderBy(order))
    .limit(limit + 1)
    .execute();
  const mark = (row: { mark: Mark }) => row.mark;
  const { rows, nextCursor } = cutPage({ ...order, mark }, limit, found);
  return { users: rows.map(presentUser), nextCursor };
}

function selectUsers(db: Db | Tx) {
  return db
    .selectFrom("users")
    .select([
      "users.id",
      "first_name",
      "last_name",
      "role",
      "state",
      "company_scope",
      "phone",
      "time_zone",
      "last_seen_at",
      "created_at",
    ])
    .select((eb) => [eb.ref("email").$notNull().as("email"), companiesOf(eb).as("companies")])
    .where("deleted_at", "is", null);
}

function companiesOf(eb: ExpressionBuilder<Database, "users">) {
  return jsonArrayFrom(
    eb
      .selectFrom("user_companies")
      .innerJoin("companies", "companies.id", "user_companies.company_id")
      .select(["companies.id", "companies.name", "sees_all_tickets as seesAllTickets"])
      .whereRef("user_companies.user_id", "=", "users.id")
      .orderBy((order) => order.fn<string>("lower", ["companies.name"])),
  );
}

type Condition = RawBuilder<SqlBool>;

function filters({ search, role, state, companyId }: CountUsersInput): Condition[] {
  return [
    ...wordsOf(search).map(standsIn),
    ...(role ? [sql<SqlBool>`role = ${role}`] : []),
    ...(state ? [sql<SqlBool>`state = ${state}`] : []),
    ...(companyId ? [belongsTo(sql`select ${companyId}::uuid`)] : []),
  ];
}

/** In the full name, the address or the name of a company. */
function standsIn(word: string): Condition {
  const folded = sql`folded(${word}::text)`;
  return sql`(
    strpos(users.folded_name, ${folded}) > 0 or strpos(lower(email), ${folded}) > 0
    or ${belongsTo(sql`select id from companies where strpos(folded_name, ${folded}) > 0`)})`;
}

function belongsTo(companyIds: RawBuilder<unknown>): Condition {
  return sql`users.id in (
    select user_id from user_companies where company_id in (${companyIds}))`;
}

const id: KeyColumn = { sql: sql`users.id`, type: "uuid" };

// Spelled as in the indexes.
const byName: KeyColumn[] = [
  { sql: sql`lower(first_name)`, type: "text" },
  { sql: sql`lower(last_name)`, type: "text" },
  id,
];

const orders: Record<UserSort, KeyColumn[]> = {
  name: byName,
  email: [{ sql: sql`lower(email)`, type: "text" }, id],
  role: [{ sql: sql`role`, type: "text" }, ...byName],
  // Who was never here comes before all others.
  lastSeen: [{ sql: sql`coalesce(last_seen_at, '-infinity')`, type: "timestamptz" }, id],
  created: [{ sql: sql`users.created_at`, type: "timestamptz" }, id],
};
