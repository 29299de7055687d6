import type { Client } from "../db/connection/client.ts";
import { openClient } from "../db/database.ts";

/** Tells every server on this database, after a commit, that there are new events to read. */
export interface ServerWakeup {
  wake(): void;
  stop(): void;
}

export const wakeupChannel = "frontdesk_live";

const atMostEveryMs = 10;
const deadlineMs = 5_000;

/**
 * Never in a transaction: a notify takes a database-wide lock at its commit. So an empty one is sent
 * over a connection of its own, at most every 10 ms. Servers read once a second without it.
 */
export function createServerWakeup(url: string): ServerWakeup {
  let client: Client | null = null;
  let timer: Timer | null = null;
  let lastSent = 0;
  let sending = false;
  let again = false;
  let stopped = false;

  async function notify(): Promise<void> {
    timer = null;
    if (stopped) return;
    if (sending) {
      again = true;
      return;
    }
    sending = true;
    lastSent = performance.now();
    try {
      if (!client || client.dead) client = openClient({ url, deadlineMs });
      await client.run(`select pg_notify('${wakeupChannel}', '')`, []);
    } catch {
      client?.destroy();
      client = null;
    } finally {
      sending = false;
    }
    if (again) {
      again = false;
      wake();
    }
  }

  function wake(): void {
    if (timer || stopped) return;
    const wait = lastSent + atMostEveryMs - performance.now();
    timer = setTimeout(notify, Math.max(wait, 0));
  }

  return {
    wake,
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      client?.destroy();
    },
  };
}
