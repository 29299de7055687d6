import { type RawBuilder, sql } from "kysely";
import type { PickInput } from "../../shared/schemas/ticket-acts.ts";
import type { Actor, ActorDeps } from "../actor.ts";
import { isCalledFrom, searchedParts, searchedWords } from "../db/searched-words.ts";
import { sightOf } from "./scope.ts";
import { pickLimit } from "./pickers.ts";
import { findForPicking } from "./picking-place.ts";

interface PickedPerson {
  id: string;
  name: string;
  email: string | null;
  isStaff: boolean;
  /** Of a Customer: those that a ticket of theirs can belong to, as far as the reader sees them. */
  companies: { id: string; name: string }[];
}

/** Staff who may see the ticket: to be assigned, to follow or to be mentioned. */
export async function pickAssignees(deps: ActorDeps, input: PickInput): Promise<PickedPerson[]> {
  const { companyId = null } = await findForPicking(deps, input);
  const { rows } = await sql<PickedPerson>`
    select u.id, ${name} as name, u.email, true as "isStaff", json_build_array() as companies
    from users u
    where u.role <> 'Customer' and u.state = 'active' and ${saysAll(input.search)}
      and (u.role = 'Super Admin' or u.company_scope = 'all' or exists (
        select from user_companies own
        where own.user_id = u.id and own.company_id = ${companyId}::uuid))
    order by ${closeness(input.search)}, u.id <> ${deps.actor.id}::uuid, ${byName}
    limit ${pickLimit}`.execute(deps.db);
  return rows;
}

/** Customers for whom a ticket can be: those of its company, or of all that the reader sees. */
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

function saysAll(search: string): RawBuilder<boolean> {
  return all(searchedWords(search).map(standsIn));
}

/** By words, or by the number that they call from. */
function isFoundBy(search: string): RawBuilder<boolean> {
  return all(
    searchedParts(search).map((part) => {
      const said = all(part.words.map(standsIn));
      if (part.digits === null) return said;
      return sql`(${said} or ${isCalledFrom(sql`u.phone_digits`, part)})`;
    }),
  );
}

function standsIn(word: string): RawBuilder<boolean> {
  return sql`(strpos(u.folded_name, folded(${word}::text)) > 0
    or strpos(lower(u.email), lower(${word}::text)) > 0)`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
}

/** Whose name begins with what was typed comes first, then whose surname does. */
function closeness(search: string): RawBuilder<unknown> {
  const typed = sql`folded(${search.trim()}::text)`;
  return sql`case when strpos(u.folded_name, ${typed}) = 1 then 0
    when strpos(u.folded_name, ' ' || ${typed}) > 0 then 1 else 2 end`;
}

const byName = sql`in_order(u.first_name), in_order(u.last_name), u.id`;
