import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import type { Db } from "../db/database.ts";
import { createWakeup } from "../live/wakeup.ts";
import type { Log } from "../log.ts";
import { nextRelease, releaseReply } from "./release-reply.ts";

interface ReleaseWorker {
  stop(): Promise<void>;
}

interface ReleaseWorkerOptions {
  db: Db;
  log: Log;
  now: () => Date;
  /** Something became public: for whoever tells other servers. */
  onRelease?: () => void;
}

/** Looked twice within the delay, a reply of any server is known before it is due. */
const idleMs = releaseDelayMs / 2;

/** Where what is due is locked by somebody else for a moment. */
const heldMs = 50;

/**
 * Makes replies public as long as the server lives, beside the workers of any other server. What
 * fell due while none ran goes out at the next start.
 */
export function startReleaseWorker(options: ReleaseWorkerOptions): ReleaseWorker {
  const { db, log, now, onRelease } = options;
  const wakeup = createWakeup();
  let stopping = false;
  let failing = false;

  async function run(): Promise<void> {
    while (!stopping) await wakeup.wait(await releaseAll());
  }

  /** Until when to wait. */
  async function releaseAll(): Promise<number> {
    try {
      while (!stopping && (await releaseReply(db, now()))) onRelease?.();
      const next = await nextRelease(db);
      failing = false;
      return next === null ? idleMs : Math.min(Math.max(next, heldMs), idleMs);
    } catch (error) {
      if (!failing) log.error("tickets.release-failed", {}, error);
      failing = true;
      return heldMs * 20;
    }
  }

  const running = run();

  return {
    async stop() {
      stopping = true;
      wakeup.wake();
      await running;
    },
  };
}
