import { AppError } from "../../shared/errors.ts";
import type { Db } from "../db/database.ts";
import { createWakeup } from "../live/wakeup.ts";
import type { Log } from "../log.ts";
import type { JobHandlers } from "./handlers.ts";
import { runSlice } from "./run-slice.ts";

interface JobWorker {
  /** Checks immediately: for the caller that has just started a job. */
  wake(): void;
  stop(): Promise<void>;
}

interface JobWorkerOptions {
  db: Db;
  log: Log;
  now: () => Date;
  handlers: JobHandlers;
  /** Called after each slice has been committed. */
  onSlice?: () => void;
}

const idleMs = 1000;

/** Runs jobs slice by slice as long as the server lives, alongside other servers. */
export function startJobWorker({ db, log, now, handlers, onSlice }: JobWorkerOptions): JobWorker {
  const wakeup = createWakeup();
  let stopping = false;
  let isDatabaseUnreachable = false;

  async function drain(): Promise<void> {
    while (!stopping) {
      if (await tryOne()) onSlice?.();
      else await wakeup.wait(idleMs);
    }
  }

  async function tryOne(): Promise<boolean> {
    try {
      const worked = await runSlice({ db, now: now(), handlers });
      isDatabaseUnreachable = false;
      return worked;
    } catch (error) {
      const isUnreachable = error instanceof AppError && error.code === "unavailable";
      // Logged once, not every second until it is back.
      if (!isUnreachable || !isDatabaseUnreachable) log.error("job.slice-failed", {}, error);
      isDatabaseUnreachable = isUnreachable;
      return false;
    }
  }

  const drained = drain();
  return {
    wake: wakeup.wake,
    async stop() {
      stopping = true;
      wakeup.wake();
      await drained;
    },
  };
}
