import { formatDate, formatExact } from "../../components/format/format.ts";

const day = 24 * 60 * 60_000;

/** `Mon 09:00`; once that day comes again before it `28 Nov 09:00`, and so on `28 Nov 2027`. */
export function shortMoment(at: number, now: number, timeZone: string): string {
  const iso = new Date(at).toISOString();
  const date = formatDate(iso, timeZone);
  if (at - now > 364 * day) return date;
  const exact = formatExact(iso, timeZone);
  return `${at - now > 6 * day ? date.slice(0, -5) : exact.slice(0, 3)} ${exact.slice(-5)}`;
}
