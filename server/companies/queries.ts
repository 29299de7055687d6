import { type RawBuilder, type SqlBool, sql } from "kysely";
import type {
  Company,
  CompanyAgent,
  CompanyDetails,
  CompanyMember,
  CompanyPage,
  CompanyState,
  CompanyTicket,
} from "../../shared/companies.ts";
import { jobLimits } from "../../shared/jobs.ts";
import { pageLimit } from "../../shared/paging.ts";
import type {
  CompanyOptionsInput,
  CountCompaniesInput,
  ListCompaniesInput,
} from "../../shared/schemas/companies.ts";
import { type TicketStatus, ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import type { CompanyRef, UserState } from "../../shared/users.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { isOpen } from "../access/views.ts";
import { presentTime } from "../db/iso-time.ts";
import {
  afterCursor,
  cutMarked,
  type KeyColumn,
  type Mark,
  markOf,
  type Order,
  orderBy,
} from "../db/keyset.ts";
import { searchedWords } from "../db/searched-words.ts";

/** `updatedAfter`: only those changed since, for the REST call. */
export async function listCompanies(
  deps: ActorDeps,
  input: ListCompaniesInput & { updatedAfter?: Date },
): Promise<CompanyPage> {
  const { limit, cursor } = input;
  const order = orderOf(input);
  const { rows: found } = await sql<StoredCompany & { mark: Mark }>`
    select ${companyFields(deps.actor)}, mark
    from (
      select company.*, ${markOf(order)} as mark, row_number() over (order by ${orderBy(order)}) as place
      from companies company ${counted(deps.actor, input)} where ${all([...filters(input), afterCursor(order, cursor)])}
      order by ${orderBy(order)} limit ${limit + 1}
    ) company
    order by place`.execute(deps.db);

  const { rows, nextCursor } = cutMarked(order, limit, found);
  return { companies: rows.map(presentCompany), nextCursor };
}

export async function countCompanies(
  { db }: ActorDeps,
  input: CountCompaniesInput,
): Promise<{ count: number }> {
  return await db
    .selectFrom("companies as company")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(all(filters(input)))
    .executeTakeFirstOrThrow();
}

/** The ids of all matching companies by name, up to the limit of a bulk action. */
export async function listCompanyIds(
  { db }: ActorDeps,
  input: CountCompaniesInput,
): Promise<{ ids: string[] }> {
  const rows = await db
    .selectFrom("companies as company")
    .select("company.id")
    .where(all(filters(input)))
    .orderBy(sql`in_order(company.name)`)
    .orderBy("company.id")
    .limit(jobLimits.items)
    .execute();
  return { ids: rows.map(({ id }) => id) };
}

/** For pickers: the first active companies by name. */
export async function companyOptions(
  { db }: ActorDeps,
  { search }: CompanyOptionsInput,
): Promise<{ companies: CompanyRef[] }> {
  const companies = await db
    .selectFrom("companies as company")
    .select(["company.id", "company.name"])
    .where(all(filters({ search, state: "active" })))
    .orderBy(sql`in_order(company.name)`)
    .orderBy("company.id")
    .limit(pageLimit.default)
    .execute();
  return { companies };
}

type Condition = RawBuilder<SqlBool>;

function filters({
  search,
  state,
  agent,
  domain,
  updatedAfter,
}: CountCompaniesInput & { updatedAfter?: Date }): Condition[] {
  return [
    ...searchedWords(search).map(containsWord),
    state ? sql<SqlBool>`company.state = ${state}` : sql<SqlBool>`company.state <> 'merged'`,
    ...(agent ? [isAssignedTo(agent)] : []),
    ...(domain ? [hasDomain(domain)] : []),
    ...(updatedAfter ? [sql<SqlBool>`company.updated_at > ${updatedAfter}::timestamptz`] : []),
  ];
}

/** The word occurs in the name or in an email domain. */
function containsWord(word: string): Condition {
  const folded = sql`folded(${word}::text)`;
  return sql`(
    strpos(company.folded_name, ${folded}) > 0
    or company.id in (
      select company_id from company_domains where strpos(domain, ${folded}) > 0))`;
}

function isAssignedTo(agent: string): Condition {
  const assigned = sql`
    select own.company_id from user_companies own join users u on u.id = own.user_id
    where u.role = 'Agent' and u.company_scope = 'assigned' and not u.is_app`;
  return agent === "none"
    ? sql`company.id not in (${assigned})`
    : sql`company.id in (${assigned} and u.id = ${agent}::uuid)`;
}

function hasDomain(domain: string): Condition {
  return domain === "none"
    ? sql`not exists (select from company_domains where company_id = company.id)`
    : sql`company.id in (select company_id from company_domains where domain = lower(${domain}))`;
}

function all(conditions: Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const id: KeyColumn = { sql: sql`company.id`, type: "uuid" };

const byName: KeyColumn[] = [{ sql: sql`in_order(company.name)`, type: "text" }, id];

function orderOf({ sort, descending }: Pick<ListCompaniesInput, "sort" | "descending">): Order {
  if (sort === "name") return { name: sort, descending, columns: byName };
  if (sort === "created") {
    const created: KeyColumn = { sql: sql`company.created_at`, type: "timestamptz" };
    return { name: sort, descending, columns: [created, id] };
  }
  // Equal counts are sorted by name in both directions, so the count is negated instead of reversed.
  const count = descending ? sql`-coalesce(counted.count, 0)` : sql`coalesce(counted.count, 0)`;
  return {
    name: `${sort} ${descending ? "most" : "least"}`,
    descending: false,
    columns: [{ sql: count, type: "integer" }, ...byName],
  };
}

function counted(actor: Actor, { sort }: Pick<ListCompaniesInput, "sort">): RawBuilder<unknown> {
  if (sort === "name" || sort === "created") return sql``;
  return sql`
    left join (${countsOfAll(actor)[sort]}) counted on counted.company_id = company.id`;
}

interface StoredCompany {
  id: string;
  name: string;
  state: CompanyState;
  created_at: Date;
  domains: string[];
  member_count: number;
  agent_count: number;
  /** Statuses without tickets are missing. */
  ticket_counts: Partial<Record<TicketStatus, number>>;
}

function presentCompany(row: StoredCompany): Company {
  const counts = ticketStatuses.map((status) => [status, row.ticket_counts[status] ?? 0] as const);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    domains: row.domains,
    memberCount: row.member_count,
    agentCount: row.agent_count,
    ticketCounts: Object.fromEntries(counts) as Record<TicketStatus, number>,
    createdAt: row.created_at.toISOString(),
  };
}

export interface StoredCompanyDetails extends StoredCompany {
  notes: string;
  merging_into: CompanyRef | null;
  agents: (CompanyAgent & { all: boolean })[];
  recent_tickets: CompanyTicket[];
}

export function presentCompanyDetails(row: StoredCompanyDetails): CompanyDetails {
  const ofScope = (whole: boolean) =>
    row.agents
      .filter(({ all }) => all === whole)
      .map(({ id, name, state }): CompanyAgent => ({ id, name, state }));
  return {
    ...presentCompany(row),
    notes: row.notes,
    mergingInto: row.merging_into,
    agents: ofScope(false),
    agentsOfAll: ofScope(true),
    recentTickets: row.recent_tickets.map((ticket) => ({
      ...ticket,
      updatedAt: presentTime(ticket.updatedAt),
    })),
  };
}

export interface StoredMember {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  state: UserState;
  sees_all_tickets: boolean;
}

export function presentMember(row: StoredMember): CompanyMember {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    state: row.state,
    seesAllTickets: row.sees_all_tickets,
  };
}

/** The columns of a company in a list, with counts for this company only. */
export function companyFields(actor: Actor): RawBuilder<unknown> {
  return sql`
    company.id, company.name, company.state, company.created_at,
    array(
      select domain from company_domains where company_id = company.id order by domain
    ) as domains,
    ${countUsers(isMember)} as member_count,
    ${countUsers(isAssignedAgent)} as agent_count,
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

/** The counts of all companies, for sorting by them. */
function countsOfAll(actor: Actor): Record<"members" | "agents" | "open", RawBuilder<unknown>> {
  const users = (who: RawBuilder<unknown>) => sql`
    select user_companies.company_id, count(*) as count ${fromUsers(who)} group by 1`;
  return {
    members: users(isMember),
    agents: users(isAssignedAgent),
    open: sql`
      select t.company_id, count(*) as count from tickets t
      where ${isOpen} and ${isSeen(scopeOf(actor))} group by 1`,
  };
}

const isMember = sql`users.role = 'Customer'`;
const isAssignedAgent = sql`users.role = 'Agent' and users.company_scope = 'assigned'
  and not users.is_app`;
