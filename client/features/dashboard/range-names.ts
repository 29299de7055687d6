import { type AskedRange, lengthOf } from "../../../shared/dashboard/days.ts";
import { periodNames } from "../../../shared/dashboard/figures.ts";
import { dayWithYear, shortDay } from "./day-names.ts";

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
