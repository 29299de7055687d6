import type { JobKind, JobRefusal } from "../../shared/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";

/** The outcome of one item. A refused one has changed nothing; a remark names the omitted parts. */
export type ItemOutcome =
  | ({ state: "done" } & ItemDone)
  | { state: "refused"; refusal: JobRefusal };

export interface ItemDone {
  /** If something changed: the id of its event. */
  madeId?: string;
  /** What an undo restores, unless it is stored elsewhere: never texts. */
  undo?: object;
  remark?: JobRefusal;
}

export interface JobItem {
  position: number;
  subjectId: string;
}

/**
 * How a kind of job does its work. It knows nothing of slices, leases and progress. Its input is what it was
 * started with.
 */
export interface JobHandler<Input = unknown> {
  /** The number of items per slice, if it differs from the default. */
  slice?: number;
  /** Runs as the job's owner with their current permissions, in the slice's transaction. */
  run(
    tx: Tx,
    deps: Omit<ActorDeps, "db">,
    input: Input,
    items: readonly JobItem[],
  ): Promise<ItemOutcome[]>;
  title(input: Input, total: number): string;
  /** Whether it cannot be undone. */
  isForGood?(input: Input): boolean;
}

export type JobHandlers = Record<JobKind, JobHandler>;

/** For callers that start or read jobs: with the handlers of all kinds. */
export interface JobDeps extends ActorDeps {
  handlers: JobHandlers;
}
