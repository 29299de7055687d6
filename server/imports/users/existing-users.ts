import { sql } from "kysely";
import type { Actor } from "../../access/actor.ts";
import type { Db, Tx } from "../../db/database.ts";
import type { UserBefore } from "../../users/plan-update.ts";
import { inAnyCase, keyOf, mergedSince, withFreshSqlPlan } from "../existing-records.ts";
import type { ReadRow } from "../read-cells.ts";
import type { CompanyMemory, UserWorld } from "./plan-users.ts";
import { domainOf } from "./plan-users.ts";
import type { UserRowValues } from "./read-user-row.ts";

/** What rows of earlier slices did, remembered for the next slice. */
export function newCompanyMemory(cameAt: Date): CompanyMemory {
  return {
    known: new Map(),
    merged: new Map(),
    made: [],
    unknown: new Map(),
    cameAt,
    newId: () => Bun.randomUUIDv7(),
  };
}

/**
 * The data these rows may affect. If locked, no one else changes it until the transaction ends. Lock order:
 * Super Admins, then people by id, then companies.
 */
export async function readUserWorld(
  db: Db | Tx,
  rows: readonly ReadRow<UserRowValues>[],
  {
    actor,
    memory: companies,
    lock,
  }: { actor: Pick<Actor, "id">; memory: CompanyMemory; lock: boolean },
): Promise<UserWorld> {
  const users = await readUsers(db, rows, lock);
  const missing = await readCompanies(db, rows, companies, lock);
  const domains = await readDomains(db, rows, { missing, companies }, lock);
  return { users, actorId: actor.id, companies, domains };
}

type Rows = readonly ReadRow<UserRowValues>[];

async function readUsers(db: Db | Tx, rows: Rows, lock: boolean): Promise<Map<string, UserBefore>> {
  const keys = rows.map(({ key }) => key).filter((key) => key !== "");
  const locking = lock ? sql`for update` : sql``;
  const { rows: found } = await withFreshSqlPlan(
    db,
    sql<Omit<UserBefore, "companies">>`
    select id, first_name, last_name, email, role, state, company_scope, phone, time_zone,
      password_hash is not null as has_password
    from users where lower(email) = any(${keys}::text[]) and deleted_at is null
    order by id ${locking}`,
  );
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  // Read only now: together with the rows, it would show the state before the wait for the lock.
  const { rows: own } = await withFreshSqlPlan(
    db,
    sql<{ userId: string; id: string; seesAllTickets: boolean }>`
    select user_id as "userId", company_id as id, sees_all_tickets as "seesAllTickets"
    from user_companies where user_id = any(${ids}::uuid[])`,
  );
  const byUser = Map.groupBy(own, ({ userId }) => userId);
  return new Map(
    found.map((user) => {
      const companies = (byUser.get(user.id) ?? []).map(({ userId: _, ...company }) => company);
      return [keyOf(user.email ?? ""), { ...user, companies }];
    }),
  );
}

/** Returns the names that do not exist. */
async function readCompanies(
  db: Db | Tx,
  rows: Rows,
  memory: CompanyMemory,
  lock: boolean,
): Promise<string[]> {
  const named = new Set(rows.flatMap(({ values }) => values.companies ?? []));
  const names = [...named].filter((name) => !memory.known.has(keyOf(name)));
  if (names.length === 0) return [];
  // Waits for a concurrent merge, or sees its result.
  const locking = lock ? sql`for share` : sql``;
  const { rows: found } = await withFreshSqlPlan(
    db,
    sql<{ id: string; name: string }>`
    select id, name from companies
    where lower(name) = any(${inAnyCase(names)}) and state <> 'merged'
    order by id ${locking}`,
  );
  for (const company of found) memory.known.set(keyOf(company.name), company);
  return names.filter((name) => !memory.known.has(keyOf(name)));
}

/** Names that were merged away are looked up in the same statement. */
async function readDomains(
  db: Db | Tx,
  rows: Rows,
  { missing, companies }: { missing: readonly string[]; companies: CompanyMemory },
  lock: boolean,
): Promise<Map<string, string>> {
  const alone = rows.filter(({ values }) => values.companies === undefined);
  const domains = [...new Set(alone.map(({ values }) => domainOf(values.email)))];
  // As for the companies that rows name.
  const locking = lock ? sql`for share of companies` : sql``;
  const { rows: found } = await sql<{ domain: string | null; id: string; name: string }>`
    with joined as (
      select domain, companies.id, companies.name from company_domains
      join companies on companies.id = company_domains.company_id
      where domain = any(${domains}::text[]) and companies.state = 'active'
      order by companies.id ${locking})
    select domain, id::text, name from joined
    union all
    select null, target, name from (${mergedSince(missing, companies.cameAt)}) gone`.execute(db);
  for (const { domain, id: into, name } of found) {
    if (domain === null) companies.merged.set(keyOf(name), into);
  }
  return new Map(found.flatMap(({ domain, id }) => (domain === null ? [] : [[domain, id]])));
}
