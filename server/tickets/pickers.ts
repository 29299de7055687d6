import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { PickInput } from "../../shared/schemas/ticket-acts.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf, sightOf } from "../access/scope.ts";
import { isCalledFrom, searchedParts, searchedWords } from "../db/searched-words.ts";

interface PickedPlace {
  id: string;
  name: string;
}

/** The most matches a picker shows; type more to find others. */
const pickLimit = 20;

/** The companies that a ticket of the actor can belong to. */
export async function pickCompanies(deps: ActorDeps, input: PickInput): Promise<PickedPlace[]> {
  const { actor, db } = deps;
  const inScope =
    sightOf(actor) === "all" ? sql`true` : sql`c.id = any(${actor.companyIds}::uuid[])`;
  const { rows } = await sql<PickedPlace>`
    select c.id, c.name from companies c
    where c.state = 'active' and ${inScope} and ${hasWordsIn(sql`c.folded_name`, input.search)}
    order by strpos(c.folded_name, folded(${input.search.trim()}::text)) <> 1, in_order(c.name), c.id
    limit ${pickLimit}`.execute(db);
  return rows;
}

/** Teams do not restrict access. */
export async function pickTeams(deps: ActorDeps, input: PickInput): Promise<PickedPlace[]> {
  const { rows } = await sql<PickedPlace>`
    select teams.id, teams.name from teams
    where ${hasWordsIn(sql`folded(teams.name)`, input.search)}
    order by in_order(teams.name), teams.id limit ${pickLimit}`.execute(deps.db);
  return rows;
}

/** Only tags on tickets that the actor sees: others would reveal something. */
export async function pickTags(deps: ActorDeps, input: PickInput): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tags.name from tags
    where ${hasWordsIn(sql`folded(tags.name)`, input.search)} and exists (
      select from ticket_tags on_ticket join tickets t on t.id = on_ticket.ticket_id
      where on_ticket.tag_id = tags.id and ${isSeen(scopeOf(deps.actor))})
    order by strpos(folded(tags.name), folded(${input.search.trim()}::text)) <> 1, in_order(tags.name)
    limit ${pickLimit}`.execute(deps.db);
  return rows.map(({ name }) => name);
}

// strpos has no wildcards, so nothing needs escaping.
function hasWordsIn(folded: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = searchedWords(search).map(
    (word) => sql`strpos(${folded}, folded(${word}::text)) > 0`,
  );
  return words.length > 0 ? sql`(${sql.join(words, sql` and `)})` : sql`true`;
}

/**
 * The company of the ticket for which a person is picked; null: none, undefined: not named. One
 * outside the actor's scope is not found.
 */
async function findForPicking(
  { db, actor }: ActorDeps,
  { ticketId, companyId }: PickInput,
): Promise<{ companyId: string | null | undefined }> {
  if (ticketId) {
    const { rows } = await sql<{ companyId: string | null }>`
      select t.company_id as "companyId" from tickets t
      where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}`.execute(db);
    const [ticket] = rows;
    if (!ticket) throw new AppError("not_found");
    return companyId === undefined ? ticket : { companyId: seen(companyId) };
  }
  return { companyId: seen(companyId) };

  function seen(id: string | null | undefined): string | null | undefined {
    if (!id || sightOf(actor) === "all" || actor.companyIds.includes(id)) return id;
    throw new AppError("not_found");
  }
}

interface PickedPerson {
  id: string;
  name: string;
  email: string | null;
  isStaff: boolean;
  /** Of a Customer: the companies for a ticket of theirs, within the actor's scope. */
  companies: { id: string; name: string }[];
}

/** Staff with access to the ticket, to assign, follow or mention. */
export async function pickAssignees(deps: ActorDeps, input: PickInput): Promise<PickedPerson[]> {
  const { companyId = null } = await findForPicking(deps, input);
  const { rows } = await sql<PickedPerson>`
    select u.id, ${name} as name, u.email, true as "isStaff", json_build_array() as companies
    from users u
    where u.role <> 'Customer' and u.state = 'active' and not u.is_app
      and ${hasAllWords(input.search)}
      and (u.role = 'Super Admin' or u.company_scope = 'all' or exists (
        select from user_companies own
        where own.user_id = u.id and own.company_id = ${companyId}::uuid))
    order by ${closeness(input.search)}, u.id <> ${deps.actor.id}::uuid, ${byName}
    limit ${pickLimit}`.execute(deps.db);
  return rows;
}

/** Possible requesters: customers of the ticket's company, or of the actor's scope. */
export async function pickRequesters(deps: ActorDeps, input: PickInput): Promise<PickedPerson[]> {
  const { companyId } = await findForPicking(deps, input);
  const { rows } = await sql<PickedPerson>`
    select u.id, ${name} as name, u.email, false as "isStaff", coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name) order by in_order(c.name))
      from user_companies own join companies c on c.id = own.company_id
      where own.user_id = u.id and c.state = 'active' and ${isSeenCompany(deps.actor)}
    ), '[]') as companies
    from users u
    where u.role = 'Customer' and u.state <> 'disabled' and ${isFoundBy(input.search)}
      and ${belongs(deps.actor, companyId)}
    order by ${closeness(input.search)}, ${byName} limit ${pickLimit}`.execute(deps.db);
  return rows;
}

function belongs(actor: Actor, companyId: string | null | undefined): RawBuilder<boolean> {
  if (companyId) {
    return sql`exists (select from user_companies own
      where own.user_id = u.id and own.company_id = ${companyId}::uuid)`;
  }
  if (sightOf(actor) === "all") return sql`true`;
  return sql`exists (select from user_companies own
    where own.user_id = u.id and own.company_id = any(${actor.companyIds}::uuid[]))`;
}

function isSeenCompany(actor: Actor): RawBuilder<boolean> {
  if (sightOf(actor) === "all") return sql`true`;
  return sql`own.company_id = any(${actor.companyIds}::uuid[])`;
}

const name = sql<string>`btrim(u.first_name || ' ' || u.last_name)`;

function hasAllWords(search: string): RawBuilder<boolean> {
  return all(searchedWords(search).map(isIn));
}

/** By words or by phone number. */
function isFoundBy(search: string): RawBuilder<boolean> {
  return all(
    searchedParts(search).map((part) => {
      const said = all(part.words.map(isIn));
      if (part.digits === null) return said;
      return sql`(${said} or ${isCalledFrom(sql`u.phone_digits`, part)})`;
    }),
  );
}

function isIn(word: string): RawBuilder<boolean> {
  return sql`(strpos(u.folded_name, folded(${word}::text)) > 0
    or strpos(lower(u.email), lower(${word}::text)) > 0)`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
}

/** First names that begin with the text come first, then last names. */
function closeness(search: string): RawBuilder<unknown> {
  const typed = sql`folded(${search.trim()}::text)`;
  return sql`case when strpos(u.folded_name, ${typed}) = 1 then 0
    when strpos(u.folded_name, ' ' || ${typed}) > 0 then 1 else 2 end`;
}

const byName = sql`in_order(u.first_name), in_order(u.last_name), u.id`;
