import { type ExpressionBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { AppError } from "../../shared/errors.ts";
import { jobLimits } from "../../shared/jobs.ts";
import type { CountUsersInput, ListUsersInput } from "../../shared/schemas/users.ts";
import type { User, UserPage, UserSort } from "../../shared/users.ts";
import type { Deps } from "../actor.ts";
import type { Database, Db, Tx } from "../db/database.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  markOf,
  type Order,
  orderBy,
} from "../db/keyset.ts";
import { plannedByValues } from "../db/statement.ts";
import { filters, lastSeen, type UserCondition } from "./filters.ts";
import { presentUser } from "./present.ts";

/** Who is deleted stands in no list. */
export function listUsers(deps: Deps, input: ListUsersInput): Promise<UserPage> {
  const { sort, descending, limit, cursor } = input;
  const order = { name: sort, descending, columns: orders[sort] };
  return readPage(deps.db, order, { limit, cursor }, filters(input, deps.now));
}

/** Every user in order of id, as the REST call answers them. */
export function listUsersById(
  db: Db,
  page: { limit: number; cursor: string | null },
): Promise<UserPage> {
  return readPage(db, { name: "id", descending: false, columns: [id] }, page, []);
}

export async function countUsers(deps: Deps, input: CountUsersInput): Promise<{ count: number }> {
  const { db, now } = deps;
  const counting = db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .where((eb) => eb.and(filters(input, now)));
  const { rows } = await db.executeQuery(plannedByValues(counting.compile()));
  return { count: rows[0]?.count ?? 0 };
}

/** All that fit, as far as so many can be changed at once, in the order of their names. */
export async function listUserIds(deps: Deps, input: CountUsersInput): Promise<{ ids: string[] }> {
  const listing = deps.db
    .selectFrom("users")
    .select("users.id")
    .where("deleted_at", "is", null)
    .where((eb) => eb.and(filters(input, deps.now)))
    .orderBy(orderBy({ name: "name", descending: false, columns: byName }))
    .limit(jobLimits.items);
  const { rows } = await deps.db.executeQuery(plannedByValues(listing.compile()));
  return { ids: rows.map(({ id }) => id) };
}

export async function findUser(db: Db | Tx, userId: string): Promise<User | null> {
  const row = await selectUsers(db).where("users.id", "=", userId).executeTakeFirst();
  return row ? presentUser(row) : null;
}

/** The same of somebody who has to be there. */
export async function readUser(db: Db | Tx, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError("not_found");
  return user;
}

async function readPage(
  db: Db,
  order: Order,
  { limit, cursor }: { limit: number; cursor?: string | null },
  conditions: UserCondition[],
): Promise<UserPage> {
  const listing = selectUsers(db)
    .select(markOf(order).as("mark"))
    .where((eb) => eb.and([...conditions, afterCursor(order, cursor)]))
    .orderBy(orderBy(order))
    .limit(limit + 1);
  const { rows: found } = await db.executeQuery(plannedByValues(listing.compile()));
  const { rows, nextCursor } = cutMarked(order, limit, found);
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
      .orderBy((order) => order.fn<string>("in_order", ["companies.name"])),
  );
}

const id: KeyColumn = { sql: sql`users.id`, type: "uuid" };

// Spelled as in the indexes.
const byName: KeyColumn[] = [
  { sql: sql`in_order(first_name)`, type: "text" },
  { sql: sql`in_order(last_name)`, type: "text" },
  id,
];

const orders: Record<UserSort, KeyColumn[]> = {
  name: byName,
  email: [{ sql: sql`lower(email)`, type: "text" }, id],
  role: [{ sql: sql`role`, type: "text" }, ...byName],
  companies: [{ sql: sql`left(users.company_names, 100)`, type: "text" }, ...byName],
  // Who was never here comes before all others.
  lastSeen: [{ sql: lastSeen, type: "timestamptz" }, id],
  created: [{ sql: sql`users.created_at`, type: "timestamptz" }, id],
};
