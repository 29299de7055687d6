import { formatDate, formatExact } from "../lib/format.ts";

/** `Mon 09:00`, and once that day comes again before it `28 Nov 09:00`. */
export function shortMoment(at: number, now: number, timeZone: string): string {
  const iso = new Date(at).toISOString();
  const exact = formatExact(iso, timeZone);
  const isFar = at - now > 6 * 24 * 60 * 60_000;
  const day = isFar ? formatDate(iso, timeZone).slice(0, -5) : exact.slice(0, 3);
  return `${day} ${exact.slice(-5)}`;
}
