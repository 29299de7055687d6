import { type RawBuilder, sql } from "kysely";
import type { MemberPage } from "../../shared/companies.ts";
import type { CompanyMembersInput } from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../actor.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  type Mark,
  markOf,
  orderBy,
} from "../db/keyset.ts";
import { searchedWords } from "../db/searched-words.ts";
import { presentMember, type StoredMember } from "./present.ts";

/** The customers who belong to a company, by name. */
export async function listMembers(
  { db }: ActorDeps,
  { id, search, limit, cursor }: CompanyMembersInput,
): Promise<MemberPage> {
  const { rows: found } = await sql<StoredMember & { mark: Mark }>`
    select u.id, u.first_name, u.last_name, u.email, u.state, own.sees_all_tickets,
      ${markOf(order)} as mark
    from user_companies own join users u on u.id = own.user_id
    where own.company_id = ${id}::uuid and u.role = 'Customer' and u.deleted_at is null
      and ${isCalled(search)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${limit + 1}`.execute(db);
  const { rows, nextCursor } = cutMarked(order, limit, found);
  return { members: rows.map(presentMember), nextCursor };
}

/** By name or address. */
export function isCalled(search: string | undefined): RawBuilder<boolean> {
  const words = searchedWords(search).map((word) => {
    const folded = sql`folded(${word}::text)`;
    return sql`(strpos(u.folded_name, ${folded}) > 0 or strpos(lower(u.email), ${folded}) > 0)`;
  });
  return words.length > 0 ? sql`(${sql.join(words, sql` and `)})` : sql`true`;
}

const columns: KeyColumn[] = [
  { sql: sql`in_order(u.first_name)`, type: "text" },
  { sql: sql`in_order(u.last_name)`, type: "text" },
  { sql: sql`u.id`, type: "uuid" },
];
const order = { name: "members", descending: false, columns };
