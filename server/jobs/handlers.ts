import type { JobKind, JobRefusal } from "../../shared/jobs.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";

/** What came of one item. Refused ones have changed nothing; a remark names what was left. */
export type ItemOutcome =
  | ({ state: "done" } & ItemDone)
  | { state: "refused"; refusal: JobRefusal };

export interface ItemDone {
  /** Where something was changed: the id of what tells of it. */
  madeId?: string;
  /** What an Undo sets back, where that stands nowhere else: never words. */
  undo?: object;
  remark?: JobRefusal;
}

export interface JobItem {
  position: number;
  subjectId: string;
}

/**
 * How a kind of job does its work. It knows nothing of slices, leases and progress. Its input is
 * what it was begun with, as the database gives it back.
 */
export interface JobHandler<Input = unknown> {
  /** How many at once, where that is another number than of all others. */
  slice?: number;
  /** As the job's owner, with the rights that they have now, in the slice's transaction. */
  run(
    tx: Tx,
    deps: Omit<ActorDeps, "db">,
    input: Input,
    items: readonly JobItem[],
  ): Promise<ItemOutcome[]>;
  title(input: Input, total: number): string;
  /** Where it cannot be taken back. */
  isForGood?(input: Input): boolean;
}

export type JobHandlers = Record<JobKind, JobHandler>;

/** Of whoever begins or looks at a job: rooms know their own kinds, and this knows all. */
export interface JobDeps extends ActorDeps {
  handlers: JobHandlers;
}
