import type { Client } from "../db/connection/client.ts";
import { openClient } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import { type Position, positionOf, type ReadEvent, readNewEvents } from "./read-events.ts";
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
