import { dayAfter, momentOf, wallTimeOf, weekdayOf } from "../../../data/time/zoned-time.ts";

interface SnoozeChoice {
  name: string;
  until: number;
}

const hour = 60 * 60_000;
const morning = "09:00";

/** When somebody wants to be reminded, by their own clock. */
export function snoozeChoices(now: number, timeZone: string): SnoozeChoice[] {
  const wall = wallTimeOf(now, timeZone);
  const toMonday = (8 - weekdayOf(wall)) % 7 || 7;
  // On a Sunday it is tomorrow, and on a Monday in a week: said once.
  const isMondayItself = toMonday > 1 && toMonday < 7;
  const at = (days: number) => momentOf(dayAfter(wall, days, morning), timeZone) ?? now;
  const later = Math.ceil((now + 3 * hour) / (hour / 2)) * (hour / 2);
  return [
    { name: "In three hours", until: later },
    { name: "Tomorrow morning", until: at(1) },
    ...(isMondayItself ? [{ name: "Monday morning", until: at(toMonday) }] : []),
    { name: "In a week", until: at(7) },
  ];
}
