import { type AskedRange, lengthOf } from "../../../shared/dashboard/days.ts";
import { periodNames } from "../../../shared/dashboard/figures.ts";

const locale = "en-GB";
const short = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
const long = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
const withYear = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** `23 Oct` for the day `2026-10-23`. */
function shortDay(day: string): string {
  return short.format(asDate(day));
}

/** `Saturday, 21 November` */
export function longDay(day: string): string {
  return `${weekday.format(asDate(day))}, ${long.format(asDate(day))}`;
}

/** `23 Oct 2025` */
export function dayWithYear(day: string): string {
  return withYear.format(asDate(day));
}

/** The labels of consecutive days; with years if they span several. */
export function namesOfDays(days: readonly string[]): Record<"short" | "long", DayName> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first?.slice(0, 4) === last?.slice(0, 4)) return { short: shortDay, long: longDay };
  return { short: dayWithYear, long: (day) => `${longDay(day)} ${day.slice(0, 4)}` };
}

type DayName = (day: string) => string;

export const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Days have no time zone. */
function asDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** `14 to 15 h` */
export function hourName(hour: number): string {
  return `${hour} to ${hour + 1} h`;
}

/** `Last 30 days`, `3 Nov`, `3 Nov to 12 Nov`; with years outside the current one. */
export function rangeName(range: AskedRange, today: string): string {
  if (typeof range === "string") return periodNames[range];
  const { from, to } = range;
  const name = dayNaming(today, from, to);
  return from === to ? name(from) : `${name(from)} to ${name(to)}`;
}

/** The format for naming these days together. */
export function dayNaming(today: string, ...days: string[]): (day: string) => string {
  const isThisYear = days.every((day) => day.slice(0, 4) === today.slice(0, 4));
  return isThisYear ? shortDay : dayWithYear;
}

/** The period for comparison: `previous 30 days`, `yesterday`. */
export function beforeName(range: AskedRange): string {
  if (range === "today") return "yesterday";
  const length = typeof range === "string" ? Number.parseInt(range, 10) : lengthOf(range);
  return length === 1 ? "the day before" : `previous ${length} days`;
}
