import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CountUsersInput } from "../../shared/schemas/users.ts";
import { noCompany, type UserSeen } from "../../shared/users.ts";
import { isCalledFrom, type SearchedPart, searchedParts } from "../db/searched-words.ts";

export type UserCondition = RawBuilder<SqlBool>;

/** What narrows a list of users, and its count alike. */
export function filters(
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

/** By words, or by the number that they call from. */
function isFoundBy(part: SearchedPart): UserCondition {
  const said = sql<SqlBool>`(${sql.join(part.words.map(standsIn), sql` and `)})`;
  if (part.digits === null) return said;
  return sql`(${said} or ${isCalledFrom(sql`users.phone_digits`, part)})`;
}

/** In the full name, the address or the name of a company. */
function standsIn(word: string): UserCondition {
  return sql`users.searched like '%' || ${asLiteral(word)} || '%'`;
}

/** Folded as what it is compared with; what stands for others in a pattern is itself here. */
function asLiteral(word: string): RawBuilder<string> {
  const marks = sql.lit("([\\\\%_])");
  return sql`regexp_replace(folded(${word}::text), ${marks}, ${sql.lit("\\\\\\1")}, 'g')`;
}

/** Who sees every company is without one in no other sense. */
function isOf(companyId: string): UserCondition {
  if (companyId === noCompany) {
    return sql`(role <> 'Super Admin' and company_scope is distinct from 'all'
      and not exists (select from user_companies own where own.user_id = users.id))`;
  }
  // One that became part of another is led on, as its own page is.
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

// Spelled as in the index.
export const lastSeen = sql`coalesce(last_seen_at, '-infinity')`;

/** Within some days, or not for so long; who was never here was not here for long either. */
function wasSeen(seen: UserSeen, now: Date): UserCondition {
  if (seen === "never") return sql`${lastSeen} = '-infinity'::timestamptz`;
  const since = new Date(now.getTime() - daysAgo[seen] * day);
  const before = seen === "not-month" || seen === "not-quarter";
  return before
    ? sql`${lastSeen} < ${since}::timestamptz`
    : sql`${lastSeen} >= ${since}::timestamptz`;
}
