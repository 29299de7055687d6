import type { Client } from "../db/connection/client.ts";
import type { PageTopic } from "../events/live-events.ts";

/** An event as it was recorded, with the present company and people of its ticket. */
export interface ReadEvent {
  topic: "ticket" | "presence" | "notifications" | "drafts" | "access" | PageTopic;
  subjectId: string | null;
  number: number | null;
  version: number | null;
  audience: "staff" | "everyone" | "person";
  /** Before and after the action. */
  companyIds: string[];
  peopleIds: string[];
  /** The ticket's present company. */
  companyId: string | null;
  people: string[];
}

/**
 * How far a reader has read. Neither sequences nor transactions commit in order. Everything that had
 * committed was read, so new events belong to transactions that began later or were in progress. A
 * transaction that runs for hours anywhere in the cluster delays nothing.
 */
export interface Position {
  /** The first transaction that had not begun. */
  next: string;
  /** Those in progress. */
  underWay: string[];
}

interface Read {
  position: Position;
  events: ReadEvent[];
}

export async function readNewEvents(client: Client, { next, underWay }: Position): Promise<Read> {
  const rows = await client.run(readNew, [next, `{${underWay.join(",")}}`]);
  return toRead(rows.rows);
}

/** Where the reader starts, and recent events. */
export async function positionOf(client: Client, seconds: number): Promise<Read> {
  const { rows } = await client.run(readRecent, [seconds]);
  return toRead(rows);
}

// The driver parses json, so one row carries all.
const readAll = (which: string) => `
  select pg_current_snapshot()::text as snapshot, coalesce((
    select json_agg(json_build_object(
      'topic', e.topic, 'subjectId', e.subject_id, 'number', e.number, 'version', e.version,
      'audience', e.audience, 'companyIds', e.company_ids, 'peopleIds', e.people_ids,
      'companyId', t.company_id, 'people', coalesce((
        select json_agg(person.user_id) from ticket_people person
        where person.ticket_id = t.id and person.user_id is not null
      ), '[]')) order by e.at, e.id)
    from live_events e
    left join tickets t on t.id = e.subject_id and e.topic in ('ticket', 'presence')
    where ${which}), '[]') as events`;

const readNew = readAll("e.tx >= $1::text::xid8 or e.tx = any($2::text::xid8[])");
const readRecent = readAll("e.at > clock_timestamp() - make_interval(secs => $1::int)");

function toRead(rows: readonly unknown[]): Read {
  const [row] = rows as { snapshot: string; events: ReadEvent[] }[];
  if (!row) throw new Error("A snapshot always has a row");
  const [, next = "", underWay = ""] = row.snapshot.split(":");
  return {
    position: { next, underWay: underWay === "" ? [] : underWay.split(",") },
    events: row.events,
  };
}
