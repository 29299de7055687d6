/** Long work that goes on by itself, in slices, and can be looked at and cancelled. */
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
  /** Up to so many at once, in one transaction and one answer. */
  slice: 200,
  /** More are refused. */
  items: 5000,
} as const;

export interface Job {
  id: string;
  kind: JobKind;
  state: JobState;
  /** What it does, in words: `Setting 1,204 tickets to Resolved`. */
  title: string;
  total: number;
  /** Of these, so many are done or refused. */
  done: number;
  refused: number;
  createdAt: string;
  endedAt: string | null;
  /** For so long it can still be taken back, as of this answer: the clocks of two machines differ. */
  undoLeftMs: number;
}

export interface JobRefusal {
  /** What it is about, as people name it: `#1042 Labels print blank`. */
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
