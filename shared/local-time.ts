interface LocalTime {
  year: number;
  /** From 1 on; months and days beyond the end run on into the next. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
}

const dayMs = 86_400_000;

/**
 * When the clocks of a zone show this: for the first time where they show it twice, and where they
 * leap over it, when they would have shown it without the leap.
 */
export function instantIn(local: LocalTime, timeZone: string): Date {
  const { year, month, day, hour = 0, minute = 0 } = local;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  const before = shown - offsetAt(shown - dayMs, timeZone);
  const after = shown - offsetAt(shown + dayMs, timeZone);
  const fits = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === shown);
  return new Date(fits.length > 0 ? Math.min(...fits) : before);
}

export function isTimeZone(timeZone: string): boolean {
  // A bare offset, whose sign Postgres reads the other way round.
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** In its own spelling, however its letters were typed; what was another name of it stays that name. */
export function zoneAsKept(typed: string): string {
  if (!isTimeZone(typed)) return typed;
  const { timeZone } = formatOf(typed).resolvedOptions();
  return timeZone.toLowerCase() === typed.toLowerCase() ? timeZone : typed;
}

/** By how many milliseconds the clocks of a zone are before those of UTC. */
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
/** Each takes tens of kilobytes, and whoever asks may spell a zone in thousands of ways. */
const mostFormats = 200;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept) return kept;
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
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}
