import { AppError } from "../../shared/errors.ts";
import { isTimeout } from "../db/connection/client.ts";
import type { Db } from "../db/database.ts";
import { createWakeup } from "../live/wakeup.ts";
import type { Log } from "../log.ts";
import { indexFirst, indexSome, rebuildSome } from "./queue.ts";

export interface SearchWorker {
  /** When nothing waits any more; for tests. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Between two looks for tickets that changed. */
const idleMs = 200;
const awayMs = 2000;
const slice = 200;

/** Not where the database is away or full, or everybody else has it: then the next try may do. */
function isFaultOfTickets(error: unknown): boolean {
  return !(error instanceof AppError && error.code === "unavailable") || isTimeout(error);
}

/** Keeps what is searched up to date as long as the server lives; slowly where much waits. */
export function startSearchWorker({ db, log }: { db: Db; log: Log }): SearchWorker {
  const wakeup = createWakeup();
  let stopping = false;
  let size = slice;
  let isAway = false;
  let waitingToSettle: (() => void)[] = [];

  async function work(): Promise<void> {
    while (!stopping) {
      const asked = waitingToSettle;
      const done = await step();
      if (done === 0 && !isAway) tell(asked);
      // A pause after each slice too, so that a long backlog leaves room for people.
      await wakeup.wait(pauseAfter(done));
    }
  }

  function pauseAfter(done: number): number {
    if (isAway) return awayMs;
    return done === 0 ? idleMs : 5;
  }

  async function step(): Promise<number> {
    try {
      const done = (await indexSome(db, size)) || (await rebuildAll());
      size = Math.min(slice, size * 2);
      isAway = false;
      return done;
    } catch (error) {
      return await recover(error);
    }
  }

  async function rebuildAll(): Promise<number> {
    try {
      return await rebuildSome(db, slice);
    } catch {
      // Left to the queue, which tries them one by one.
      return await rebuildSome(db, slice, true);
    }
  }

  /** One at once: what fails even alone is left out, so that it does not hold up the others. */
  async function recover(error: unknown): Promise<number> {
    if (!isFaultOfTickets(error)) return wait(error);
    try {
      size = 1;
      const first = await indexFirst(db, isFaultOfTickets);
      // Then it was no ticket of the queue.
      if (!first) return wait(error);
      const { ticketId } = first;
      if (first.error) log.error("search.ticket-skipped", { ticketId }, first.error);
      isAway = false;
      return 1;
    } catch (away) {
      return wait(away);
    }
  }

  function wait(error: unknown): number {
    if (!isAway) log.error("search.queue-unreachable", {}, error);
    isAway = true;
    return 0;
  }

  function tell(asked: (() => void)[]): void {
    waitingToSettle = waitingToSettle.filter((waiting) => !asked.includes(waiting));
    for (const settle of asked) settle();
  }

  const worked = work();
  return {
    settled() {
      if (stopping) return Promise.resolve();
      return new Promise((resolve) => {
        waitingToSettle = [...waitingToSettle, resolve];
      });
    },
    async stop() {
      stopping = true;
      wakeup.wake();
      await worked;
      tell(waitingToSettle);
    },
  };
}
