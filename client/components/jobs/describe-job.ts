import type { Job, JobKind } from "../../../shared/jobs.ts";
import { formatNumber } from "../format/format.ts";

type Counts = Pick<Job, "total" | "done" | "refused">;

/** `203 of 204 done, 1 refused`; of some that was done something stayed, as it was changed since. */
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

/** What it could not take back whole it did as far as it could, and names. */
export function takesBack(kind: JobKind): boolean {
  return kind.endsWith("-undo");
}
