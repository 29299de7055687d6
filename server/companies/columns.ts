import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../actor.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";

/** What a list shows of the company `company`; people and tickets are counted for it alone. */
export function companyFields(actor: Actor): RawBuilder<unknown> {
  return sql`
    company.id, company.name, company.state, company.created_at,
    array(
      select domain from company_domains where company_id = company.id order by domain
    ) as domains,
    ${countUsers(sql`users.role = 'Customer'`)} as member_count,
    ${countUsers(sql`users.role = 'Agent' and users.company_scope = 'assigned'`)} as agent_count,
    (
      select coalesce(json_object_agg(status, count), '{}') from (
        select status, count(*) from tickets t
        where t.company_id = company.id and ${isSeen(scopeOf(actor))}
        group by status) by_status
    ) as ticket_counts`;
}

function countUsers(who: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select count(*) from user_companies join users on users.id = user_companies.user_id
    where user_companies.company_id = company.id and ${who})`;
}
