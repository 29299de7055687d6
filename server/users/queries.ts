import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Role } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import { jobLimits } from "../../shared/jobs.ts";
import type { CountUsersInput, ListUsersInput } from "../../shared/schemas/users.ts";
import {
  type CompanyScope,
  noCompany,
  type User,
  type UserCompany,
  type UserPage,
  type UserSeen,
  type UserSort,
  type UserState,
} from "../../shared/users.ts";
import type { Deps } from "../access/actor.ts";
import type { Database, Db, Tx } from "../db/database.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  markOf,
  type Order,
  orderBy,
} from "../db/keyset.ts";

import { isCalledFrom, type SearchedPart, searchedParts } from "../db/searched-words.ts";
import { plannedByValues } from "../db/statement.ts";

export function listUsers(deps: Deps, input: ListUsersInput): Promise<UserPage> {
  const { sort, descending, limit, cursor } = input;
  const order = { name: sort, descending, columns: orders[sort] };
  return readPage(deps.db, order, { limit, cursor }, filters(input, deps.now));
}

/** All users in order of id, or those changed since a time, for the REST call. */
export function listUsersById(
  db: Db,
  { updatedAfter, ...page }: { limit: number; cursor: string | null; updatedAfter?: Date },
): Promise<UserPage> {
  const conditions = updatedAfter
    ? [sql<SqlBool>`users.updated_at > ${updatedAfter}::timestamptz`]
    : [];
  return readPage(db, { name: "id", descending: false, columns: [id] }, page, conditions);
}

export async function countUsers(deps: Deps, input: CountUsersInput): Promise<{ count: number }> {
  const { db, now } = deps;
  const counting = db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
    .where((eb) => eb.and(filters(input, now)));
  const { rows } = await db.executeQuery(plannedByValues(counting.compile()));
  return { count: rows[0]?.count ?? 0 };
}

/** The ids of all matching users by name, up to the limit of a bulk action. */
export async function listUserIds(deps: Deps, input: CountUsersInput): Promise<{ ids: string[] }> {
  const listing = deps.db
    .selectFrom("users")
    .select("users.id")
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
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

/** Like findUser, but throws if the user does not exist. */
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
    .where("deleted_at", "is", null)
    .where("is_app", "=", false);
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

// Spelled as in the index.
const lastSeen = sql`coalesce(last_seen_at, '-infinity')`;

const orders: Record<UserSort, KeyColumn[]> = {
  name: byName,
  email: [{ sql: sql`lower(email)`, type: "text" }, id],
  role: [{ sql: sql`role`, type: "text" }, ...byName],
  companies: [{ sql: sql`left(users.company_names, 100)`, type: "text" }, ...byName],
  // Users who never signed in come first.
  lastSeen: [{ sql: lastSeen, type: "timestamptz" }, id],
  created: [{ sql: sql`users.created_at`, type: "timestamptz" }, id],
};

type UserCondition = RawBuilder<SqlBool>;

/** The conditions of a list of users and of its count. */
function filters(
  { search, role, state, companyId, seen }: CountUsersInput,
  now: Date,
): UserCondition[] {
  return [
    ...searchedParts(search).map(isFoundBy),
    ...(role ? [sql<SqlBool>`role = ${role}`] : []),
    ...(state ? [sql<SqlBool>`state = ${state}`] : []),
    ...(companyId ? [isOf(companyId)] : []),
    ...(seen ? [wasSeen(seen, now)] : []),
  ];
}

/** Matches words, or a phone number. */
function isFoundBy(part: SearchedPart): UserCondition {
  const byWords = sql<SqlBool>`(${sql.join(part.words.map(containsWord), sql` and `)})`;
  if (part.digits === null) return byWords;
  return sql`(${byWords} or ${isCalledFrom(sql`users.phone_digits`, part)})`;
}

/** The word occurs in the name, the email address or a company name. */
function containsWord(word: string): UserCondition {
  return sql`users.searched like '%' || ${asLiteral(word)} || '%'`;
}

/** Folded like the column, with wildcards escaped. */
function asLiteral(word: string): RawBuilder<string> {
  const marks = sql.lit("([\\\\%_])");
  return sql`regexp_replace(folded(${word}::text), ${marks}, ${sql.lit("\\\\\\1")}, 'g')`;
}

/** Users who see all companies do not count as users without one. */
function isOf(companyId: string): UserCondition {
  if (companyId === noCompany) {
    return sql`(role <> 'Super Admin' and company_scope is distinct from 'all'
      and not exists (select from user_companies own where own.user_id = users.id))`;
  }
  // A merged company finds the members of its target, as its page does.
  return sql`users.id in (
    select user_id from user_companies where company_id in (${companyId}::uuid,
      (select merged_into_id from companies where id = ${companyId}::uuid)))`;
}

const day = 24 * 60 * 60_000;
const daysAgo: Record<Exclude<UserSeen, "never">, number> = {
  day: 1,
  week: 7,
  month: 30,
  "not-month": 30,
  "not-quarter": 90,
};

/** Seen within a number of days, or not. Users who never signed in count as not seen. */
function wasSeen(seen: UserSeen, now: Date): UserCondition {
  if (seen === "never") return sql`${lastSeen} = '-infinity'::timestamptz`;
  const since = new Date(now.getTime() - daysAgo[seen] * day);
  const before = seen === "not-month" || seen === "not-quarter";
  return before
    ? sql`${lastSeen} < ${since}::timestamptz`
    : sql`${lastSeen} >= ${since}::timestamptz`;
}

interface StoredUser {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  state: UserState;
  company_scope: CompanyScope | null;
  companies: UserCompany[];
  phone: string | null;
  time_zone: string | null;
  last_seen_at: Date | null;
  created_at: Date;
}

function presentUser(row: StoredUser): User {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    state: row.state,
    companyScope: row.company_scope,
    companies: row.companies,
    phone: row.phone,
    timeZone: row.time_zone,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
