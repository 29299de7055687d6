interface LocalTime {
  year: number;
  /** Counted from 1; months and days beyond the end continue into the next. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
}

const dayMs = 86_400_000;

/**
 * The instant at which a clock in the zone shows this time: the first one if the clock shows it twice, and the
 * same time on the clock from before the change if the clock skips it.
 */
export function instantIn(local: LocalTime, timeZone: string): Date {
  const { year, month, day, hour = 0, minute = 0 } = local;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  const before = shown - offsetAt(shown - dayMs, timeZone);
  const after = shown - offsetAt(shown + dayMs, timeZone);
  const matching = [before, after].filter(
    (instant) => instant + offsetAt(instant, timeZone) === shown,
  );
  return new Date(matching.length > 0 ? Math.min(...matching) : before);
}

/** Time on a clock, as a `datetime-local` field holds it: `2026-11-23T09:00`. */
type WallTime = string;

export function toWallTime(at: number, timeZone: string): WallTime {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

export function fromWallTime(wall: WallTime, timeZone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return null;
  const shown = new Date(`${wall}:00Z`);
  if (Number.isNaN(shown.getTime())) return null;
  const local = {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  };
  return instantIn(local, timeZone).getTime();
}

export function daysLater(wall: WallTime, days: number, time: string): WallTime {
  const date = new Date(`${wall.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return `${date.toISOString().slice(0, 10)}T${time}`;
}

/** 0 is Sunday. */
export function dayOfWeek(wall: WallTime): number {
  return new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay();
}

export function isTimeZone(timeZone: string): boolean {
  // Postgres reads the sign of a bare offset the other way round.
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The zone's own spelling, however its letters were typed. Aliases stay as they are. */
export function canonicalTimeZone(typed: string): string {
  if (!isTimeZone(typed)) return typed;
  const { timeZone } = formatOf(typed).resolvedOptions();
  return timeZone.toLowerCase() === typed.toLowerCase() ? timeZone : typed;
}

/** How many milliseconds the zone's clocks are ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    read("year"),
    read("month") - 1,
    read("day"),
    read("hour"),
    read("minute"),
    read("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Each takes tens of kilobytes, and callers can spell a zone in thousands of ways. */
const maxFormats = 200;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}
