import type { Random } from "../../server/demo/random.ts";
import { day, hour, minute, weekdayOf } from "../../server/demo/working-hours.ts";

/** Tickets arrive over three years. */
export const span = 1096 * day;

/**
 * When each ticket arrives, in order: more recently than at first, mostly on working days and in
 * daytime. Earlier arrivals are not kept in memory.
 */
export function createArrivals(
  now: number,
  tickets: number,
): (index: number, random: Random) => number {
  const from = now - span;
  const hours = Math.floor(span / hour);
  const reached = new Float64Array(hours);
  let sum = 0;
  for (let each = 0; each < hours; each += 1) {
    sum += busyAt(from + each * hour, each / hours);
    reached[each] = sum;
  }
  let at = 0;
  return (index, random) => {
    const drawn = ((index + random.next()) / tickets) * sum;
    while (at < hours - 1 && (reached[at] ?? 0) <= drawn) at += 1;
    const before = reached[at - 1] ?? 0;
    const part = (drawn - before) / ((reached[at] ?? 0) - before);
    // None in the last minute: such a ticket would have no complete message yet.
    return Math.min(Math.floor(from + (at + Math.min(part, 0.999)) * hour), now - minute);
  };
}

function busyAt(time: number, age: number): number {
  const weekday = weekdayOf(Math.floor(time / day));
  const ofWeek = weekday === 0 ? 0.06 : weekday === 6 ? 0.15 : 1;
  return (0.4 + 0.6 * age) * ofWeek * (byHour[Math.floor((time % day) / hour)] ?? 0);
}

/** By hour from midnight UTC: the companies are around that time zone. */
const byHour = [
  0.02, 0.02, 0.02, 0.02, 0.03, 0.08, 0.25, 0.6, 0.95, 1, 1, 0.8, 0.65, 0.85, 0.95, 0.8, 0.55, 0.35,
  0.2, 0.12, 0.08, 0.05, 0.03, 0.02,
];
