import { offsetAt } from "../local-time.ts";
import { moveDay, startOfDay } from "./days.ts";
import type { DayRange } from "./figures.ts";

/** An hour on the clocks of a zone, or a part of one if the clocks change within it. */
interface ShownHour {
  from: Date;
  /** 0 is Monday. */
  weekday: number;
  hour: number;
}

/** All hours of some days; where clocks go back, one hour occurs twice. */
export function shownHours(days: DayRange, timeZone: string): ShownHour[] {
  const end = startOfDay(moveDay(days.to, 1), timeZone).getTime();
  const hours: ShownHour[] = [];
  let at = startOfDay(days.from, timeZone).getTime();
  while (at < end) {
    const offset = offsetAt(at, timeZone);
    const until = Math.min(end, nextMove(at, offset, timeZone));
    while (at < until) {
      const shown = new Date(at + offset);
      const weekday = (shown.getUTCDay() + 6) % 7;
      hours.push({ from: new Date(at), weekday, hour: shown.getUTCHours() });
      at = Math.min(until, at + hourMs - modulo(at + offset, hourMs));
    }
  }
  return hours;
}

/** When the clocks change within the day that begins now, or the end of that day. */
function nextMove(at: number, offset: number, timeZone: string): number {
  const isSame = (instant: number) => offsetAt(instant, timeZone) === offset;
  let same = at;
  let later = at + dayMs;
  if (isSame(later)) return later;
  while (later - same > 1) {
    const middle = Math.floor((same + later) / 2);
    if (isSame(middle)) same = middle;
    else later = middle;
  }
  return later;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
