import { sql } from "kysely";
import type { Instant, TicketChange } from "../../shared/tickets/state.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { changeOf } from "../events/ticket-events.ts";

/** The events of an act, and what happened to the ticket after it. */
export interface EventsSince {
  /** Of the first event, and its moment; null where the act left none. */
  eventId: string | null;
  at: Instant | null;
  changes: TicketChange[];
  since: TicketChange[];
}

/** Of each of these acts, by its id: one act a ticket. */
export async function readEventsSince(
  tx: Tx,
  acts: readonly { ticketId: string; actId: string }[],
): Promise<Map<string, EventsSince>> {
  const { rows } = await sql<Event>`
    select act.id as "ofAct", event.id, event.act_id as "actId", event.kind, event.data,
      ${isoTime(sql`event.created_at`)} as at, event.version > act.version as "isLater"
    from (
      select act.id, act.ticket_id, (
        select min(version) from ticket_events own
        where own.ticket_id = act.ticket_id and own.act_id = act.id) as version
      from unnest(${acts.map(({ actId }) => actId)}::uuid[],
        ${acts.map(({ ticketId }) => ticketId)}::uuid[]) as act(id, ticket_id)
    ) act
      join ticket_events event
        on event.ticket_id = act.ticket_id and event.version >= act.version
    order by event.version, event.id`.execute(tx);
  const byAct = Map.groupBy(rows, ({ ofAct }) => ofAct);
  return new Map(acts.map(({ actId }) => [actId, eventsSince(byAct.get(actId) ?? [])]));
}

interface Event {
  ofAct: string;
  id: string;
  actId: string;
  kind: string;
  data: unknown;
  at: Instant;
  isLater: boolean;
}

function eventsSince(events: readonly Event[]): EventsSince {
  const own = events.filter(({ actId, ofAct }) => actId === ofAct);
  return {
    eventId: own[0]?.id ?? null,
    at: own[0]?.at ?? null,
    changes: own.map(changeOf),
    since: events.filter(({ isLater }) => isLater).map(changeOf),
  };
}
