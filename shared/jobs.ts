/** Background work in slices that can be viewed and cancelled. */
export const jobKinds = [
  "ticket-bulk",
  "ticket-bulk-undo",
  "user-bulk",
  "user-bulk-undo",
  "company-bulk",
  "company-bulk-undo",
  "company-merge",
  "user-import",
  "company-import",
] as const;
export type JobKind = (typeof jobKinds)[number];

type JobState = "queued" | "running" | "done" | "cancelled" | "failed";

export const jobLimits = {
  /** The number of items per slice: one transaction, one answer. */
  slice: 200,
  /** More items are refused. */
  items: 5000,
} as const;

export interface Job {
  id: string;
  kind: JobKind;
  state: JobState;
  /** A description: `Setting 1,204 tickets to Resolved`. */
  title: string;
  total: number;
  /** Of the items, how many are done or skipped. */
  done: number;
  refused: number;
  createdAt: string;
  endedAt: string | null;
  /** How long it can still be undone, relative to this answer, since clocks differ. */
  undoLeftMs: number;
}

export interface JobRefusal {
  /** The item's display name: `#1042 Labels print blank`. */
  subject: string;
  message: string;
}

export function isEnded({ state }: Pick<Job, "state">): boolean {
  return state !== "queued" && state !== "running";
}

/** `Undoing the change to 3 users`. */
export function undoTitle(total: number, one: "ticket" | "user" | "company"): string {
  const many = one === "company" ? "companies" : `${one}s`;
  const all = total === 1 ? `1 ${one}` : `${total.toLocaleString("en")} ${many}`;
  return `Undoing the change to ${all}`;
}
