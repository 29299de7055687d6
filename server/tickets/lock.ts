import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { stateOfTicket } from "./columns.ts";
import { companiesSeenWhole, isSeen, isShown, type Sight, sightOf } from "./scope.ts";

/** A ticket that nobody else changes until the transaction ends. */
export interface LockedTicket {
  id: string;
  number: number;
  state: TicketState;
}

/** What the actor may not see is not found. The desk itself, `null`, sees all. */
export async function findForUpdate(
  tx: Tx,
  actor: Actor | null,
  ticketId: string,
): Promise<LockedTicket> {
  const values = {
    ticketId,
    userId: actor?.id ?? null,
    companyIds: actor ? companiesSeenWhole(actor) : [],
  };
  const sight = actor ? sightOf(actor) : "all";
  let [found] = await lockTicket(tx, sight, values);
  // Whoever held the lock has changed the ticket: what was read beside it is from before.
  if (found && found.state.version !== found.seenVersion) {
    [found] = await lockTicket(tx, sight, values);
  }
  if (!found) throw new AppError("not_found");
  return lockedOf(found);
}

/** Of these the tickets that are shown, held in the order of everybody who locks several. */
export async function holdShown(tx: Tx, ids: readonly string[]): Promise<LockedTicket[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tickets t where t.id = any(${[...ids]}::uuid[]) and ${isShown({})}
    order by t.id for no key update of t`.execute(tx);
  return await readHeld(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Of tickets that this transaction holds already, by their ids in the order given. */
export async function readHeld(tx: Tx, ids: readonly string[]): Promise<LockedTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${wholeTicket}
    from unnest(${[...ids]}::uuid[]) with ordinality as held(id, position)
      join tickets t on t.id = held.id
    order by held.position`.execute(tx);
  return rows.map(lockedOf);
}

function lockedOf({ id, number, state, tags, people }: HeldTicket): LockedTicket {
  const followers = people.filter((person) => person !== state.requesterId).sort();
  return { id, number, state: { ...state, tags: [...tags].sort(), followers } };
}

/** Locked in one order by everybody, so that two acts on the same pair do not wait for each other. */
export async function findBothForUpdate(
  tx: Tx,
  actor: Actor,
  one: string,
  other: string,
): Promise<[LockedTicket, LockedTicket]> {
  const turned = other < one;
  const first = await findForUpdate(tx, actor, turned ? other : one);
  const second = await findForUpdate(tx, actor, turned ? one : other);
  return turned ? [second, first] : [first, second];
}

interface HeldTicket {
  id: string;
  number: number;
  state: Omit<TicketState, "tags" | "followers">;
  tags: string[];
  people: string[];
}

const wholeTicket = sql`
  t.id, t.number, ${stateOfTicket} as state,
  coalesce((
    select json_agg(tags.name) from ticket_tags join tags on tags.id = ticket_tags.tag_id
    where ticket_tags.ticket_id = t.id), '[]') as tags,
  (select json_agg(user_id) from ticket_people where ticket_id = t.id) as people`;

const lockTicket = keepStatement<
  Sight,
  { ticketId: string; userId: string | null; companyIds: readonly string[] },
  HeldTicket & { seenVersion: number }
>((sight, slot) => {
  const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
  return sql`
    select ${wholeTicket},
      (select version from tickets where id = ${slot("ticketId")}::uuid) as "seenVersion"
    from tickets t
    where t.id = ${slot("ticketId")}::uuid and ${isSeen(scope)}
    for no key update of t`;
});
