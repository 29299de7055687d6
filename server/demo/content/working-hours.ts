export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** When somebody is at work, by the clock of their own time zone. */
export interface WorkingHours {
  timeZone: string;
  /** The hours of one local day, counted since 1970, or null where it is a day off. */
  on(localDay: number): { from: number; to: number } | null;
}

/** 0 is Sunday. */
export function weekdayOf(localDay: number): number {
  return (((localDay + 4) % 7) + 7) % 7;
}

/** The first moment from `time` on at which they are at work. */
export function nextAtWork(hours: WorkingHours, time: number): number {
  return addWorkingTime(hours, time, 0);
}

/** `time`, and then so many milliseconds of their working time later. */
export function addWorkingTime(hours: WorkingHours, time: number, duration: number): number {
  const offset = zoneOffset(hours.timeZone, time);
  let local = time + offset;
  let left = duration;
  for (let localDay = Math.floor(local / day); ; localDay += 1) {
    const window = hours.on(localDay);
    if (!window) continue;
    const from = Math.max(local, localDay * day + window.from * hour);
    const to = localDay * day + window.to * hour;
    if (from > to || (from === to && left > 0)) continue;
    if (from + left <= to) return from + left - offset;
    left -= to - from;
    local = to;
  }
}

/** The local clock as if it were UTC: for hours and weekdays only. */
export function localClock(timeZone: string, time: number): { hour: number; weekday: number } {
  const local = time + zoneOffset(timeZone, time);
  const localDay = Math.floor(local / day);
  return { hour: (local - localDay * day) / hour, weekday: weekdayOf(localDay) };
}

const offsets = new Map<string, number>();
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Looked up once a day and zone: Intl is slow, and the demo asks tens of thousands of times. */
function zoneOffset(timeZone: string, time: number): number {
  const midday = Math.floor(time / day) * day + 12 * hour;
  const key = `${timeZone} ${midday}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(
    clock.formatToParts(midday).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
  );
  offsets.set(key, local - midday);
  return local - midday;
}
