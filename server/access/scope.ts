import { type RawBuilder, sql } from "kysely";
import type { Actor } from "./actor.ts";

/** What an actor sees: every ticket, those of some companies, or a customer's own. */
export type Sight = "all" | "companies" | "own";

/**
 * The one place that decides which tickets an actor sees. Spam and merged tickets are left out
 * unless asked for.
 */
export interface Scope {
  sight: Sight;
  userId: RawBuilder<unknown>;
  /** Companies of which every ticket is visible. */
  companyIds: RawBuilder<unknown>;
  with?: { spam: boolean; merged: boolean };
}

/** For opening one ticket by number: staff see spam too, to be able to unmark it. */
export function withSpam(scope: Scope): Scope {
  return scope.sight === "own" ? scope : { ...scope, with: { spam: true, merged: false } };
}

export function sightOf({ role, companyScope }: Pick<Actor, "role" | "companyScope">): Sight {
  if (role === "Super Admin") return "all";
  if (role === "Agent") return companyScope === "all" ? "all" : "companies";
  return "own";
}

/** How much an actor reads of the texts in their tickets: a token without the scope for notes reads as customers do. */
export function readingOf(actor: Pick<Actor, "role" | "companyScope" | "withoutNotes">): Sight {
  return actor.withoutNotes ? "own" : sightOf(actor);
}

export function companiesSeenWhole(actor: Actor): readonly string[] {
  return actor.role === "Customer" ? actor.seesAllOf : actor.companyIds;
}

export function scopeOf(actor: Actor): Scope {
  return {
    sight: sightOf(actor),
    userId: sql.val(actor.id),
    companyIds: sql.val(companiesSeenWhole(actor)),
  };
}

/** Whether the ticket `t` is in the scope of staff, including spam and merged tickets. */
export function isInStaffScope({ sight, companyIds }: Scope): RawBuilder<boolean> {
  return sight === "all" ? sql`true` : sql`t.company_id = any(${companyIds}::uuid[])`;
}

/** Whether the ticket `t` is visible, for statements about single tickets or a whole period. */
export function isSeen(scope: Scope): RawBuilder<boolean> {
  const { sight, userId, companyIds } = scope;
  const shown = isShown(scope);
  if (sight === "all") return shown;
  const ofCompanies = sql`t.company_id = any(${companyIds}::uuid[])`;
  if (sight === "companies") return sql`${shown} and ${ofCompanies}`;
  return sql`${shown} and (${ofCompanies} or ${isOneOfItsPeople(userId)})`;
}

/**
 * The same for lists: visible tickets come in parts that do not overlap. `read` returns the query
 * of each part: it gets `from … where …` over `t` and can add `and`, `order by` and `limit`, so
 * that each part walks its own index and stops at the limit.
 */
export function inParts<Row>(
  scope: Scope,
  read: (part: RawBuilder<unknown>) => RawBuilder<Row>,
): RawBuilder<Row> {
  const { sight, userId, companyIds } = scope;
  const shown = isShown(scope);
  if (sight === "all") return read(sql`from tickets t where ${shown}`);

  // As a sub-select; otherwise Postgres would count them and plan each time.
  const eachCompany = (condition: RawBuilder<unknown>) => sql<Row>`
    select part.* from unnest((select ${companyIds}::uuid[])) as company(id) cross join lateral (
      ${read(sql`from tickets t where t.company_id = company.id and ${shown} ${condition}`)}
    ) part`;
  if (sight === "companies") return eachCompany(sql``);

  const own = read(ownPart(scope));
  return sql`(${own}) union all ${eachCompany(sql`and not ${isOneOfItsPeople(userId)}`)}`;
}

/** The part of a Customer's tickets that they requested or follow. */
export function ownPart(scope: Scope): RawBuilder<unknown> {
  return sql`
    from ticket_people person join tickets t on t.id = person.ticket_id
    where person.user_id = ${scope.userId}::uuid and ${isShown(scope)}`;
}

export function isOneOfItsPeople(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from ticket_people person
    where person.ticket_id = t.id and person.user_id = ${userId}::uuid)`;
}

/** Spelled as in the partial indexes, which match no other spelling. */
export function isShown(scope: Pick<Scope, "with">): RawBuilder<boolean> {
  const { spam, merged } = scope.with ?? { spam: false, merged: false };
  if (spam) return merged ? sql`true` : sql`t.merged_into_id is null`;
  return merged ? sql`t.spam_at is null` : sql`t.spam_at is null and t.merged_into_id is null`;
}

/**
 * Whether staff wrote the public message `m`: only theirs wait before they are released. The
 * author's role may have changed since.
 */
export const isStaffMessage = sql<boolean>`coalesce(m.release_at <> m.created_at, false)`;
