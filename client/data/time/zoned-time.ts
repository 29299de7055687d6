/** Clock time in a zone, as a `datetime-local` field holds it: `2026-11-23T09:00`. */
type WallTime = string;

export function wallTimeOf(at: number, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  const year = part("year").padStart(4, "0");
  return `${year}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The moment at which a clock in that zone shows this; where it skips it, the one just after. */
export function momentOf(wall: WallTime, timeZone: string): number | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}:00Z`) : NaN;
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (at: number) => Date.parse(`${wallTimeOf(at, timeZone)}:00Z`) - at;
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - Math.min(offsetAt(guess), offsetAt(asUtc - offsetAt(guess)));
}

/** So many days later, at that time of day. */
export function dayAfter(wall: WallTime, days: number, time: string): WallTime {
  const date = new Date(`${wall.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return `${date.toISOString().slice(0, 10)}T${time}`;
}

/** 0 is Sunday. */
export function weekdayOf(wall: WallTime): number {
  return new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay();
}
