import type { CalendarCard } from "../../../../shared/tickets/page.ts";
import { formatClock, formatDayName, formatExact } from "../../../components/format/format.ts";

/** `Monday, 30 November 2026 at 10:00 – 11:00`, on the reader's clock; whole days have no time. */
export function eventTime(
  { start, end, isAllDay }: Pick<CalendarCard, "start" | "end" | "isAllDay">,
  timeZone: string,
): string {
  if (isAllDay) {
    const first = formatDayName(start);
    return end === null || end === start ? first : `${first} – ${formatDayName(end)}`;
  }
  const begins = formatExact(start, timeZone);
  if (end === null || end === start) return begins;
  const ends = formatExact(end, timeZone);
  const clock = formatClock(Date.parse(end), timeZone);
  const isSameDay = begins.slice(0, -clock.length) === ends.slice(0, -clock.length);
  return `${begins} – ${isSameDay ? clock : ends}`;
}
