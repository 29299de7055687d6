import { formatClock, formatDate, formatterFor, isThisYear, shortDate } from "./format.ts";

const hour = 60 * 60_000;

/** `Today`, `Yesterday`, `Friday 14 March`, and in another year `14 Mar 2025`. */
export function formatDay(iso: string, now: number, timeZone?: string): string {
  const long = { weekday: "long", day: "numeric", month: "long", timeZone } as const;
  return (
    nearDay(iso, now, timeZone) ??
    (isThisYear(iso, now, timeZone)
      ? formatterFor(long).format(new Date(iso)).replace(",", "")
      : formatDate(iso, timeZone))
  );
}

/** `Friday 14 March 2025`: the full date, shown on hover. */
export function formatWholeDay(iso: string, timeZone?: string): string {
  const whole = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return formatterFor({ ...whole, timeZone })
    .format(new Date(iso))
    .replace(",", "");
}

/** `today, 09:18`, `yesterday, 09:18`, `14 Mar, 09:18`, and in another year `14 Mar 2025, 09:18`. */
export function formatMoment(iso: string, now: number, timeZone?: string): string {
  const day = nearDay(iso, now, timeZone)?.toLowerCase() ?? shortDate(iso, now, timeZone);
  return `${day}, ${formatClock(Date.parse(iso), timeZone)}`;
}

/** Days with a clock change have 23 or 25 hours, so yesterday is not always 24 hours ago. */
function nearDay(iso: string, now: number, timeZone?: string): "Today" | "Yesterday" | null {
  const dateOf = (at: number) => formatDate(new Date(at).toISOString(), timeZone);
  const today = dateOf(now);
  const before = [23, 25].map((hours) => dateOf(now - hours * hour)).find((day) => day !== today);
  const date = formatDate(iso, timeZone);
  if (date === today) return "Today";
  return date === before ? "Yesterday" : null;
}
