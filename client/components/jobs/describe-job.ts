import type { Job, JobKind, JobRefusal } from "../../../shared/jobs.ts";
import { formatNumber } from "../format/format.ts";

type Counts = Pick<Job, "total" | "done" | "refused">;

/** `203 of 204 done, 1 skipped`; names records that were only partly undone. */
export function describeEnd({ total, done, refused }: Counts, inPart: number): string {
  const parts = [
    `${formatNumber(done - refused)} of ${formatNumber(total)} done`,
    inPart > 0 && `${formatNumber(inPart)} partly`,
    refused > 0 && `${formatNumber(refused)} skipped`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** `3 changed, 1 skipped.` */
export function describeResult(
  { kind, total, done, refused }: Counts & { kind: JobKind },
  inPart: number,
): string {
  const parts = [
    `${formatNumber(done - refused)} ${takesBack(kind) ? "undone" : "updated"}`,
    inPart > 0 && `${formatNumber(inPart)} partly`,
    refused > 0 && `${formatNumber(refused)} skipped`,
    total > done && `${formatNumber(total - done)} not started`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** Undoing may succeed only in part, and then names what remains. */
export function takesBack(kind: JobKind): boolean {
  return kind.endsWith("-undo");
}

interface Reason {
  message: string;
  /** The records skipped for it. Those the viewer cannot see share one name, with their number. */
  subjects: { name: string; count: number }[];
}

/** Groups skipped records by reason, in order of first occurrence. */
export function refusalsByReason(refusals: readonly JobRefusal[]): Reason[] {
  const reasons = new Map<string, Map<string, number>>();
  for (const { subject, message } of refusals) {
    const subjects = reasons.get(message) ?? new Map<string, number>();
    subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
    reasons.set(message, subjects);
  }
  return [...reasons].map(([message, subjects]) => ({
    message,
    subjects: [...subjects].map(([name, count]) => ({ name, count })),
  }));
}
