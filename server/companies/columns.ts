import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../actor.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import { isOpen } from "../tickets/views.ts";

/** What a list shows of the company `company`; people and tickets are counted for it alone. */
export function companyFields(actor: Actor): RawBuilder<unknown> {
  return sql`
    company.id, company.name, company.state, company.created_at,
    array(
      select domain from company_domains where company_id = company.id order by domain
    ) as domains,
    ${countUsers(isMember)} as member_count,
    ${countUsers(isItsAgent)} as agent_count,
    (
      select coalesce(json_object_agg(status, count), '{}') from (
        select status, count(*) from tickets t
        where t.company_id = company.id and ${isSeen(scopeOf(actor))}
        group by status) by_status
    ) as ticket_counts`;
}

function countUsers(who: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select count(*) ${fromUsers(who)} and user_companies.company_id = company.id)`;
}

function fromUsers(who: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from user_companies join users on users.id = user_companies.user_id where ${who}`;
}

/** By what companies are ordered: of all of them at once, since each is compared with each. */
export function countsOfAll(
  actor: Actor,
): Record<"members" | "agents" | "open", RawBuilder<unknown>> {
  const users = (who: RawBuilder<unknown>) => sql`
    select user_companies.company_id, count(*) as count ${fromUsers(who)} group by 1`;
  return {
    members: users(isMember),
    agents: users(isItsAgent),
    open: sql`
      select t.company_id, count(*) as count from tickets t
      where ${isOpen} and ${isSeen(scopeOf(actor))} group by 1`,
  };
}

const isMember = sql`users.role = 'Customer'`;
const isItsAgent = sql`users.role = 'Agent' and users.company_scope = 'assigned'`;
