import type { Client } from "../db/connection/client.ts";
import { openClient } from "../db/database.ts";
import { createDoorbell } from "../doorbell.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { type Position, positionOf, type ReadEvent, readNewEvents } from "./read-events.ts";
import { bellChannel } from "./ring-servers.ts";

export interface EventReader {
  /** When it first knows where it stands, or stops; what is asked after that misses nothing. */
  started: Promise<void>;
  /** Looks at once; for tests. */
  wake(): void;
  stop(): Promise<void>;
}

interface ReaderOptions {
  url: string;
  log: Log;
  onEvents(events: ReadEvent[]): void;
  /** Events may have been missed: the connection was gone. */
  onGap(): void;
  /** So often it looks where no bell rings. */
  withoutBellMs?: number;
}

const deadlineMs = 5_000;
const longestPauseMs = 2_000;

/** What a page may have read before its stream stood. */
export const lookBackSeconds = 15;

/**
 * Listens for the bell, and reads what is new over that same connection: at each ring, and once a
 * second without one. Where the connection broke it begins anew from that moment.
 */
export function startEventReader({
  url,
  log,
  onEvents,
  onGap,
  withoutBellMs = 1000,
}: ReaderOptions): EventReader {
  const bell = createDoorbell();
  /** The bell rings as a connection closes, which must not cut the pause short. */
  const end = createDoorbell();
  const started = Promise.withResolvers<void>();
  let stopping = false;
  let hadPosition = false;
  let failures = 0;

  async function live(): Promise<void> {
    while (!stopping) {
      const client = openClient({ url, deadlineMs, onNotify: bell.ring, onClose: bell.ring });
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
    await client.run(`listen ${bellChannel}`);
    let position = await begin(client);
    failures = 0;
    while (!stopping) {
      await bell.wait(withoutBellMs);
      if (stopping || client.dead) return;
      const read = await readNewEvents(client, position);
      position = read.position;
      if (read.events.length > 0) onEvents(read.events);
    }
  }

  async function begin(client: Client): Promise<Position> {
    const seconds = hadPosition ? 0 : lookBackSeconds;
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
    wake: bell.ring,
    async stop() {
      stopping = true;
      started.resolve();
      bell.ring();
      end.ring();
      await ended;
    },
  };
}
