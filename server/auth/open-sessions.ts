import { sql } from "kysely";
import type { Role } from "../../shared/access.ts";
import type { CompanyScope } from "../../shared/users.ts";
import { type Actor, toActor } from "../actor.ts";
import type { Db } from "../db/database.ts";

/** Of these sessions, those that are still open, with who is behind them as their rights are now. */
export async function readOpenSessions(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Actor>> {
  const { rows } = await sql<OpenSession>`
    select s.id, u.id as "userId", u.role, u.company_scope as "companyScope", coalesce((
      select json_agg(json_build_object('id', uc.company_id, 'seesAllTickets', uc.sees_all_tickets)
        order by uc.company_id)
      from user_companies uc where uc.user_id = u.id
    ), '[]') as companies
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${[...sessionIds]}::text[]) and s.expires_at > ${now} and u.state = 'active'
  `.execute(db);
  return new Map(
    rows.map(({ id, userId, companies, ...user }) => [
      id,
      toActor({ id: userId, ...user }, companies),
    ]),
  );
}

interface OpenSession {
  id: string;
  userId: string;
  role: Role;
  companyScope: CompanyScope | null;
  companies: { id: string; seesAllTickets: boolean }[];
}
