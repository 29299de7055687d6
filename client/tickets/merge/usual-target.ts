import type { MergeTicket } from "./asked-merge.ts";

/** The oldest that is not closed: what was said first stands first. */
export function usualTarget(tickets: readonly MergeTicket[], preferred?: string): MergeTicket {
  const byAge = [...tickets].sort((one, other) => one.number - other.number);
  const open = byAge.find(({ status }) => status !== "closed");
  const target = tickets.find(({ id }) => id === preferred) ?? open ?? byAge[0];
  if (!target) throw new Error("Nothing is merged into nothing");
  return target;
}
