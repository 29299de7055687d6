import type { MergeTicket } from "./open-merge.ts";

/** The oldest that is not closed: what was said first stands first. */
export function usualTarget(tickets: readonly MergeTicket[]): MergeTicket {
  const byAge = [...tickets].sort((one, other) => one.number - other.number);
  const target = byAge.find(({ status }) => status !== "closed") ?? byAge[0];
  if (!target) throw new Error("Nothing is merged into nothing");
  return target;
}
