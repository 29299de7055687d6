import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { Actor } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import type { Db, Tx } from "../db/database.ts";
import { uuidList } from "../db/statement.ts";
import { lockPeople } from "./lock.ts";

/** A person, as seen from a ticket of one company or of none. */
export interface Participant {
  id: string;
  name: string;
  isStaff: boolean;
  active: boolean;
  gone: boolean;
  /** Staff with the ticket in their scope; customers of its company. */
  inside: boolean;
}

/** All people that a change of people, company or requester concerns. */
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

/** As seen from tickets of each company. */
export async function readParticipantsIn(
  db: Db,
  ids: readonly string[],
  companyIds: readonly (string | null)[],
): Promise<Map<string | null, Map<string, Participant>>> {
  const { rows } = await sql<Participant & { companyId: string | null }>`
    select company.id as "companyId", u.id, btrim(u.first_name || ' ' || u.last_name) as name,
      u.role <> 'Customer' as "isStaff", u.state = 'active' and not u.is_app as active,
      u.state = 'disabled' as gone,
      u.role = 'Super Admin' or coalesce(u.company_scope = 'all', false) or exists (
        select from user_companies own
        where own.user_id = u.id and own.company_id = company.id) as inside
    from users u cross join unnest(${uuidList(companyIds)}) as company(id)
    where u.id = any(${uuidList(ids)})`.execute(db);
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map(
    [...byCompany].map(([companyId, people]) => [
      companyId,
      new Map(people.map(({ companyId: _, ...person }) => [person.id, person])),
    ]),
  );
}

/** Refuses people who cannot take the part they are given, field by field. */
export async function assertCanTakePart(
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
 * Names for error messages, only of people the actor can see: staff see colleagues and the
 * customers of their companies.
 */
async function namesFor(
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
 * The assignee and followers without access to the ticket in that company. Locks their rights,
 * since they may have been added after the ticket's people were locked.
 */
export async function peopleLosingAccess(
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

/** Any customer can request a ticket without a company; one of a company needs a member. */
export function canRequest(person: Participant | undefined, companyId: string | null): boolean {
  if (!person || person.isStaff || person.gone) return false;
  return companyId === null || person.inside;
}

/** Without duplicates, in the order in which people are locked. */
export function mentionedOf({ mentions }: { mentions?: readonly string[] | undefined }): string[] {
  return [...new Set(mentions)].sort();
}

/** Only staff with access to the ticket can be mentioned in it. */
export async function assertSeenBy(
  tx: Tx,
  actor: Actor,
  mentions: readonly string[],
  companyId: string | null,
): Promise<void> {
  const people = await readParticipants(tx, mentions, companyId);
  const outside = mentions.filter((id) => !canBeAssigned(people.get(id)));
  if (outside.length === 0) return;
  const nameOf = await namesFor(tx, actor, outside);
  throw new AppError("out_of_scope", {
    fields: outside.map((id) => ({
      field: "mentions",
      message: `${nameOf(id)} cannot see this ticket.`,
    })),
  });
}
