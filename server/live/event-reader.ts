import type { Client } from "../db/connection/client.ts";
import { openClient } from "../db/database.ts";
import type { PageTopic } from "../events/live-events.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { wakeupChannel } from "./server-wakeup.ts";
import { createWakeup } from "./wakeup.ts";

export interface EventReader {
  /** Resolves once the position is known, or it stops. Requests after that miss no event. */
  started: Promise<void>;
  /** Reads now; for tests. */
  wake(): void;
  stop(): Promise<void>;
}

interface ReaderOptions {
  url: string;
  log: Log;
  onEvents(events: ReadEvent[]): void;
  /** Events may have been missed: the connection was gone. */
  onGap(): void;
  /** How often it reads without a wake-up. */
  pollMs?: number;
}

const deadlineMs = 5_000;
const longestPauseMs = 2_000;

/** How old the data of a page can be when its stream begins. */
export const replayWindowSeconds = 15;

/**
 * Listens for wake-ups and reads new events over the same connection: at each wake-up, and once a
 * second without one. After a broken connection it starts from the present.
 */
export function startEventReader({
  url,
  log,
  onEvents,
  onGap,
  pollMs = 1000,
}: ReaderOptions): EventReader {
  const wakeup = createWakeup();
  /** A closing connection also wakes the reader, which must not cut the pause short. */
  const end = createWakeup();
  const started = Promise.withResolvers<void>();
  let stopping = false;
  let hadPosition = false;
  let failures = 0;

  async function live(): Promise<void> {
    while (!stopping) {
      const client = openClient({ url, deadlineMs, onNotify: wakeup.wake, onClose: wakeup.wake });
      try {
        await follow(client);
      } catch (error) {
        if (failures === 0 && !stopping)
          log.warn("live.connection-lost", { reason: reasonOf(error) });
        failures += 1;
      } finally {
        client.destroy();
      }
      if (!stopping) await end.wait(Math.min(100 * 2 ** failures, longestPauseMs));
    }
  }

  async function follow(client: Client): Promise<void> {
    await client.run(`listen ${wakeupChannel}`);
    let position = await begin(client);
    failures = 0;
    while (!stopping) {
      await wakeup.wait(pollMs);
      if (stopping || client.dead) return;
      const read = await readNewEvents(client, position);
      position = read.position;
      if (read.events.length > 0) onEvents(read.events);
    }
  }

  async function begin(client: Client): Promise<Position> {
    const seconds = hadPosition ? 0 : replayWindowSeconds;
    const { position, events } = await positionOf(client, seconds);
    if (hadPosition) onGap();
    else if (events.length > 0) onEvents(events);
    hadPosition = true;
    started.resolve();
    return position;
  }

  const ended = live();
  return {
    started: started.promise,
    wake: wakeup.wake,
    async stop() {
      stopping = true;
      started.resolve();
      wakeup.wake();
      end.wake();
      await ended;
    },
  };
}

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
interface Position {
  /** The first transaction that had not begun. */
  next: string;
  /** Those in progress. */
  underWay: string[];
}

interface Read {
  position: Position;
  events: ReadEvent[];
}

async function readNewEvents(client: Client, { next, underWay }: Position): Promise<Read> {
  const rows = await client.run(readNew, [next, `{${underWay.join(",")}}`]);
  return toRead(rows.rows);
}

/** Where the reader starts, and recent events. */
async function positionOf(client: Client, seconds: number): Promise<Read> {
  const { rows } = await client.run(readRecent, [seconds]);
  return toRead(rows);
}

// The driver parses json, so one row carries all.
const readAll = (found: string) => `
  select pg_current_snapshot()::text as snapshot, coalesce((
    select json_agg(json_build_object(
      'topic', e.topic, 'subjectId', e.subject_id, 'number', e.number, 'version', e.version,
      'audience', e.audience, 'companyIds', e.company_ids, 'peopleIds', e.people_ids,
      'companyId', t.company_id, 'people', coalesce((
        select json_agg(person.user_id) from ticket_people person
        where person.ticket_id = t.id and person.user_id is not null
      ), '[]')) order by e.at, e.id)
    from (${found}) e
    left join tickets t on t.id = e.subject_id and e.topic in ('ticket', 'presence')
    ), '[]') as events`;

// Planned once, each half by its index: with an upper end, which no visible row reaches, Postgres expects few rows.
const readNew = readAll(`
  select * from live_events
  where tx >= $1::text::xid8 and tx < pg_snapshot_xmax(pg_current_snapshot())
  union all
  select * from live_events where tx = any((select $2::text::xid8[])::xid8[])`);
const readRecent = readAll(`
  select * from live_events where at > clock_timestamp() - make_interval(secs => $1::int)`);

function toRead(rows: readonly unknown[]): Read {
  const [row] = rows as { snapshot: string; events: ReadEvent[] }[];
  if (!row) throw new Error("A snapshot always has a row");
  const [, next = "", underWay = ""] = row.snapshot.split(":");
  return {
    position: { next, underWay: underWay === "" ? [] : underWay.split(",") },
    events: row.events,
  };
}
