import type { Client } from "../db/connection/client.ts";
import { openClient } from "../db/database.ts";

/** Tells every server over this database, after a commit, that there is something to read. */
export interface LiveBell {
  ring(): void;
  stop(): void;
}

export const bellChannel = "frontdesk_live";

const atMostEveryMs = 10;
const deadlineMs = 5_000;

/**
 * Never in a transaction: a notify takes a lock over the whole database at its commit. So it is an
 * empty one on a connection of its own, at most every 10 ms; what does not ring is read within a
 * second all the same.
 */
export function createLiveBell(url: string): LiveBell {
  let client: Client | null = null;
  let timer: Timer | null = null;
  let lastRung = 0;
  let ringing = false;
  let again = false;
  let stopped = false;

  async function notify(): Promise<void> {
    timer = null;
    if (stopped) return;
    if (ringing) {
      again = true;
      return;
    }
    ringing = true;
    lastRung = performance.now();
    try {
      if (!client || client.dead) client = openClient({ url, deadlineMs });
      await client.run(`select pg_notify('${bellChannel}', '')`, []);
    } catch {
      client?.destroy();
      client = null;
    } finally {
      ringing = false;
    }
    if (again) {
      again = false;
      ring();
    }
  }

  function ring(): void {
    if (timer || stopped) return;
    const wait = lastRung + atMostEveryMs - performance.now();
    timer = setTimeout(notify, Math.max(wait, 0));
  }

  return {
    ring,
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      client?.destroy();
    },
  };
}
