import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { Actor } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { sightOf } from "./scope.ts";
import { lockPeople } from "./lock-people.ts";

/** Somebody, as seen from a ticket of one company or of none. */
export interface Participant {
  id: string;
  name: string;
  isStaff: boolean;
  active: boolean;
  gone: boolean;
  /** Staff within whose scope the ticket lies; customers who belong to its company. */
  inside: boolean;
}

/** Everybody whom a change of people, company or requester concerns. */
export function peopleConcerned(
  { assigneeId, requesterId, addFollowers = [] }: TicketPatch,
  ticket?: TicketState,
): string[] {
  const staying = ticket ? [ticket.requesterId, ticket.assigneeId, ...ticket.followers] : [];
  const all = [assigneeId, requesterId, ...addFollowers, ...staying];
  return [...new Set(all.filter((id) => typeof id === "string"))];
}

export async function readParticipants(
  db: Db,
  ids: readonly string[],
  companyId: string | null,
): Promise<Map<string, Participant>> {
  if (ids.length === 0) return new Map();
  return (await readParticipantsIn(db, ids, [companyId])).get(companyId) ?? new Map();
}

/** As seen from tickets of each of these companies. */
export async function readParticipantsIn(
  db: Db,
  ids: readonly string[],
  companyIds: readonly (string | null)[],
): Promise<Map<string | null, Map<string, Participant>>> {
  const { rows } = await sql<Participant & { companyId: string | null }>`
    select company.id as "companyId", u.id, btrim(u.first_name || ' ' || u.last_name) as name,
      u.role <> 'Customer' as "isStaff", u.state = 'active' as active,
      u.state = 'disabled' as gone,
      u.role = 'Super Admin' or coalesce(u.company_scope = 'all', false) or exists (
        select from user_companies own
        where own.user_id = u.id and own.company_id = company.id) as inside
    from users u cross join unnest(${[...companyIds]}::uuid[]) as company(id)
    where u.id = any(${[...ids]}::uuid[])`.execute(db);
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map(
    [...byCompany].map(([companyId, people]) => [
      companyId,
      new Map(people.map(({ companyId: _, ...person }) => [person.id, person])),
    ]),
  );
}

/** Refuses with every field whose person cannot take that part. */
export async function assertTakePart(
  tx: Tx,
  actor: Actor,
  patch: TicketPatch,
  people: ReadonlyMap<string, Participant>,
  companyId: string | null,
): Promise<void> {
  const { assigneeId, requesterId, addFollowers = [] } = patch;
  const refused: { field: string; id: string; part: string }[] = [];
  if (assigneeId && !canBeAssigned(people.get(assigneeId))) {
    refused.push({ field: "assigneeId", id: assigneeId, part: "be assigned" });
  }
  if (requesterId && !canRequest(people.get(requesterId), companyId)) {
    refused.push({ field: "requesterId", id: requesterId, part: "be the requester here" });
  }
  for (const id of addFollowers) {
    if (canFollow(people.get(id))) continue;
    refused.push({ field: "addFollowers", id, part: "follow this ticket" });
  }
  if (refused.length === 0) return;
  const nameOf = await namesFor(
    tx,
    actor,
    refused.map(({ id }) => id),
  );
  const fields = refused.map(({ field, id, part }) => ({
    field,
    message: `${nameOf(id)} cannot ${part}: it is outside what they may see.`,
  }));
  throw new AppError("out_of_scope", { fields });
}

/**
 * What a refusal calls people. Names are given only to those who can see the person: staff see colleagues and
 * the customers of their companies.
 */
export async function namesFor(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const sight = sightOf(actor);
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name from users u
    where u.id = any(${[...ids]}::uuid[]) and ${sight !== "own"}
      and (${sight === "all"} or u.role <> 'Customer' or exists (
        select from user_companies own
        where own.user_id = u.id and own.company_id = any(${[...actor.companyIds]}::uuid[])))`.execute(
    tx,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? "That person";
}

export function canBeAssigned(person: Participant | undefined): boolean {
  return Boolean(person?.isStaff && person.active && person.inside);
}

export function canFollow(person: Participant | undefined): boolean {
  if (!person?.inside) return false;
  return person.isStaff ? person.active : !person.gone;
}

/**
 * Of the assignee and the followers those who do not see the ticket, or would not in that company. Who came
 * to the ticket after its people were locked keeps their rights, too.
 */
export async function whoIsLost(
  tx: Tx,
  { assigneeId, followers }: Pick<TicketState, "assigneeId" | "followers">,
  companyId: string | null,
): Promise<string[]> {
  const ids = assigneeId === null ? followers : [assigneeId, ...followers];
  await lockPeople(tx, ids);
  const people = await readParticipants(tx, ids, companyId);
  const lost = followers.filter((id) => !canFollow(people.get(id)));
  if (assigneeId !== null && !canBeAssigned(people.get(assigneeId))) lost.push(assigneeId);
  return lost;
}

/** A ticket without a company may be anybody's; one of a company is requested by its people. */
export function canRequest(person: Participant | undefined, companyId: string | null): boolean {
  if (!person || person.isStaff || person.gone) return false;
  return companyId === null || person.inside;
}
