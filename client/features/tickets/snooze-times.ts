import { dayOfWeek, daysLater, fromWallTime, toWallTime } from "../../../shared/local-time.ts";
import { formatDate, formatExact } from "../../components/format/format.ts";

const day = 24 * 60 * 60_000;

/** `Mon 09:00` within six days, `28 Nov 09:00` within a year, then `28 Nov 2027`. */
export function shortMoment(at: number, now: number, timeZone: string): string {
  const iso = new Date(at).toISOString();
  const date = formatDate(iso, timeZone);
  if (at - now > 364 * day) return date;
  const exact = formatExact(iso, timeZone);
  return `${at - now > 6 * day ? date.slice(0, -5) : exact.slice(0, 3)} ${exact.slice(-5)}`;
}

interface SnoozeChoice {
  name: string;
  until: number;
}

const hour = 60 * 60_000;
const morning = "09:00";

/** Preset snooze times in the person's time zone. */
export function snoozeChoices(now: number, timeZone: string): SnoozeChoice[] {
  const wall = toWallTime(now, timeZone);
  const toMonday = (8 - dayOfWeek(wall)) % 7 || 7;
  // On a Sunday, Monday is tomorrow; on a Monday, it is a week away: both are offered already.
  const isMondayItself = toMonday > 1 && toMonday < 7;
  const at = (days: number) => fromWallTime(daysLater(wall, days, morning), timeZone) ?? now;
  const later = Math.ceil((now + 3 * hour) / (hour / 2)) * (hour / 2);
  return [
    { name: "In 3 hours", until: later },
    { name: "Tomorrow morning", until: at(1) },
    ...(isMondayItself ? [{ name: "Monday morning", until: at(toMonday) }] : []),
    { name: "In a week", until: at(7) },
  ];
}
