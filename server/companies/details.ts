import { type RawBuilder, sql } from "kysely";
import type { CompanyDetails } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { isoTime } from "../db/iso-time.ts";
import { companyFields, presentCompanyDetails, type StoredCompanyDetails } from "./queries.ts";

/** A company with everything its page shows. For a merged company, its target. */
export async function getCompany(deps: ActorDeps, id: string): Promise<CompanyDetails> {
  const { rows } = await sql<StoredCompanyDetails>`
    select ${companyFields(deps.actor)}, company.notes,
      (select json_build_object('id', id, 'name', name) from companies
        where id = company.merging_into_id) as merging_into,
      (${agents}) as agents, (${recentTickets(deps)}) as recent_tickets
    from companies company
    where company.id = (
      select coalesce(merged_into_id, id) from companies where id = ${id}::uuid)`.execute(deps.db);
  const [row] = rows;
  if (!row) throw new AppError("not_found");
  return presentCompanyDetails(row);
}

/** The assigned agents, and those who see all companies. */
const agents = sql`
  select coalesce(json_agg(json_build_object(
    'id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name), 'state', u.state,
    'all', u.company_scope = 'all'
  ) order by in_order(u.first_name), in_order(u.last_name), u.id), '[]')
  from users u
  where u.role = 'Agent' and u.deleted_at is null and not u.is_app and (
    u.company_scope = 'assigned' and exists (
      select from user_companies own where own.user_id = u.id and own.company_id = company.id)
    or u.company_scope = 'all' and u.state <> 'disabled')`;

const recent = 5;

function recentTickets({ actor }: ActorDeps): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object(
      'id', latest.id, 'number', latest.number, 'subject', latest.subject,
      'status', latest.status, 'updatedAt', ${isoTime(sql`latest.updated_at`)}
    ) order by latest.updated_at desc, latest.id desc), '[]')
    from (
      select t.id, t.number, t.subject, t.status, t.updated_at from tickets t
      where t.company_id = company.id and ${isSeen(scopeOf(actor))}
      order by t.updated_at desc, t.id desc limit ${sql.lit(recent)}
    ) latest`;
}
