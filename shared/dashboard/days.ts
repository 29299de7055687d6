import { instantIn } from "../local-time.ts";
import { readMoment } from "../search/values.ts";
import type { DayRange, Period } from "./figures.ts";

const periodLengths: Record<Period, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90 };

/** A period of days up to today, or a custom range. */
export type AskedRange = Period | DayRange;

/** Null unless both days exist and are in order. */
export function rangeFrom(from: string, to: string): DayRange | null {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** Shown when they are not in order. */
export const backwards = "The last day is before the first.";

function isDay(text: string): boolean {
  return readMoment(text)?.kind === "day";
}

export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** The calendar days of a period or a custom range in a time zone. */
export function daysOf(asked: AskedRange, now: Date, timeZone: string): DayRange {
  const today = todayIn(timeZone, now);
  if (typeof asked === "string") {
    return { from: moveDay(today, 1 - periodLengths[asked]), to: today };
  }
  // There are no figures of future days.
  const earlier = (day: string) => (day < today ? day : today);
  return { from: earlier(asked.from), to: earlier(asked.to) };
}

/** The same number of days, right before. */
export function daysBefore(days: DayRange): DayRange {
  const length = lengthOf(days);
  return { from: moveDay(days.from, -length), to: moveDay(days.from, -1) };
}

export function eachDay(days: DayRange): string[] {
  return Array.from({ length: lengthOf(days) }, (_, index) => moveDay(days.from, index));
}

export function moveDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
}

export function todayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
}

/** When a day begins on the clocks of a zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return instantIn({ year, month, day: date }, timeZone);
}

const dayMs = 86_400_000;
