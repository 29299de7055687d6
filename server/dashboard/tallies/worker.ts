import type { Db } from "../../db/database.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import { tallyDays } from "./tally-days.ts";

interface TallyWorker {
  stop(): Promise<void>;
}

/** Between two looks for days that are over or changed. */
const idleMs = 15_000;
/** So many in one transaction, and a pause after it: a new release finds years without a tally. */
const slice = 10;
const pauseMs = 100;

/** Tallies days as long as the server lives, beside the workers of any other server. */
export function startTallyWorker({ db, log }: { db: Db; log: Log }): TallyWorker {
  const wakeup = createWakeup();
  let stopping = false;
  let failing = false;

  async function work(): Promise<void> {
    while (!stopping) await wakeup.wait((await step()) === slice ? pauseMs : idleMs);
  }

  async function step(): Promise<number> {
    try {
      const done = await tallyDays(db, slice);
      failing = false;
      return done;
    } catch (error) {
      if (!failing) log.error("dashboard.tally-failed", {}, error);
      failing = true;
      return 0;
    }
  }

  const worked = work();
  return {
    async stop() {
      stopping = true;
      wakeup.wake();
      await worked;
    },
  };
}
