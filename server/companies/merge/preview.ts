import { type RawBuilder, sql } from "kysely";
import type { CompanyMergePreview } from "../../../shared/company-merge.ts";
import { AppError } from "../../../shared/errors.ts";
import type { MergePreviewInput } from "../../../shared/schemas/companies.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { isShown } from "../../access/scope.ts";
import { isOpen } from "../../access/views.ts";
import type { Db, Tx } from "../../db/database.ts";

/** What a merge would change, for the dialog. */
export async function previewCompanyMerge(
  { db }: ActorDeps,
  { sourceId, targetId }: MergePreviewInput,
): Promise<CompanyMergePreview> {
  if (sourceId === targetId)
    throw new AppError("companies_not_mergeable", { params: { why: "itself" } });
  const { rows } = await sql<StoredPreview>`
    select json_build_object('id', source.id, 'name', source.name) as source,
      json_build_object('id', target.id, 'name', target.name) as target,
      (select count(*) from tickets t where t.company_id = source.id) as tickets,
      (select count(*) from tickets t where t.company_id = source.id and ${isOpen}
        and ${isShown({})}) as "openTickets",
      (select count(*) from user_companies own join users u on u.id = own.user_id
        where own.company_id = source.id and u.role = 'Customer') as members,
      array(select domain from company_domains where company_id = source.id order by domain)
        as domains,
      source.notes <> '' as "hasNotes"
    from companies source, companies target
    where source.id = ${sourceId}::uuid and target.id = ${targetId}::uuid
      and source.state <> 'merged' and target.state <> 'merged'`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  const people = await findAffectedPeople(db, sourceId, targetId);
  return { ...found, ...people };
}

type AffectedPeople = Pick<CompanyMergePreview, "agents" | "seeAllOfSource" | "willSeeSource">;
type StoredPreview = Omit<CompanyMergePreview, keyof AffectedPeople>;

/**
 * The people whose access changes: agents of the source only, its members who see all of its tickets but
 * not all of the target's, and people who see all tickets of the target but not of the source.
 */
export async function findAffectedPeople(
  db: Db | Tx,
  sourceId: string,
  targetId: string,
): Promise<AffectedPeople> {
  const [source, target] = [sql`${sourceId}::uuid`, sql`${targetId}::uuid`];
  const agent = sql`u.role = 'Agent' and u.company_scope = 'assigned' and not u.is_app`;
  const customer = sql`u.role = 'Customer'`;
  const { rows } = await sql<AffectedPeople>`
    select
      (${listOf(sql`
        select u.id, ${name} as name, u.state, (
          select count(*) from tickets t where t.company_id = ${source} and t.assignee_id = u.id
            and ${isOpen} and ${isShown({})}) as "openTickets"
        from users u
        where ${agent} and ${belongsTo(source)} and not ${belongsTo(target)}`)}) as agents,
      (${listOf(sql`
        select u.id, ${name} as name, u.role from users u
        where ${customer} and ${seesAllOf(source)} and not ${seesAllOf(target)}`)})
        as "seeAllOfSource",
      (${listOf(sql`
        select u.id, ${name} as name, u.role from users u
        where ${customer} and ${seesAllOf(target)} and not ${seesAllOf(source)}
          or ${agent} and ${belongsTo(target)} and not ${belongsTo(source)}`)}) as "willSeeSource"
  `.execute(db);
  const [affected] = rows;
  if (!affected) throw new Error("A query without a table has one row");
  return affected;
}

const name = sql`btrim(u.first_name || ' ' || u.last_name)`;

function listOf(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(person order by in_order(person.name), person.id), '[]')
    from (${people}) person`;
}

function belongsTo(companyId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from user_companies own where own.user_id = u.id and own.company_id = ${companyId})`;
}

function seesAllOf(companyId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from user_companies own
    where own.user_id = u.id and own.company_id = ${companyId} and own.sees_all_tickets)`;
}
