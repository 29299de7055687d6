import ICAL from "ical.js";
import type { Email } from "postal-mime";
import type { CalendarCard } from "../../../../shared/tickets/page.ts";

/** The first event of an invitation (RFC 5545); null for a mail without one, or one that cannot be read. */
export function readCalendar(email: Email): CalendarCard | null {
  const part = email.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  if (!part) return null;
  const { content } = part;
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  try {
    return readEvent(new ICAL.Component(ICAL.parse(text.slice(0, mostRead))));
  } catch {
    // It is still attached as a file.
    return null;
  }
}

const mostRead = 512 * 1024;

function readEvent(calendar: ICAL.Component): CalendarCard | null {
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) return null;
  const event = new ICAL.Event(component);
  const start = timeOf(event.startDate);
  if (start === null) return null;
  const method = String(calendar.getFirstPropertyValue("method") ?? "").toUpperCase();
  const isCancelled =
    method === "CANCEL" || component.getFirstPropertyValue("status") === "CANCELLED";
  return {
    kind: isCancelled ? "cancelled" : method === "REPLY" ? "answer" : "invitation",
    summary: words(event.summary),
    location: words(event.location),
    start,
    end: timeOf(lastMoment(event.endDate)),
    isAllDay: event.startDate.isDate,
    repeats: event.isRecurring(),
  };
}

/** Of whole days, the end is the day after. */
function lastMoment(end: ICAL.Time | null): ICAL.Time | null {
  if (!end?.isDate) return end;
  const last = end.clone();
  last.adjust(-1, 0, 0, 0);
  return last;
}

/** `2026-11-30` for whole days, else a time in UTC; null if there is none. */
function timeOf(time: ICAL.Time | null): string | null {
  if (!time) return null;
  if (time.isDate) return time.toString();
  const date = time.toJSDate();
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function words(text: string | null): string {
  return (text ?? "").replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim().slice(0, 300);
}
