import type { JobRefusal } from "../../../shared/jobs.ts";

interface Reason {
  message: string;
  /** What was refused for it. All that may not be seen have one name, so that says how many they are. */
  subjects: { name: string; count: number }[];
}

/** Each reason once, in the order in which they came, with all that was refused for it. */
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
