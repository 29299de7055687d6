/** How numbers, times and durations are written everywhere in the desk. */
const locale = "en-GB";
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Relative under a week (`now`, `4 min`, `2 h`, `3 d`), then a date. */
export function formatAgo(iso: string, now: number, timeZone?: string): string {
  const age = now - Date.parse(iso);
  if (age < minute) return "now";
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < day) return `${Math.floor(age / hour)} h`;
  if (age < 7 * day) return `${Math.floor(age / day)} d`;
  const sameYear =
    formatterFor({ year: "numeric", timeZone }).format(new Date(iso)) ===
    formatterFor({ year: "numeric", timeZone }).format(now);
  return sameYear
    ? formatterFor({ day: "numeric", month: "short", timeZone }).format(new Date(iso))
    : formatDate(iso, timeZone);
}

/** In a sentence: `9 min ago`, but `now` and `12 Nov` as they are. */
export function formatAgoSaid(iso: string, now: number, timeZone?: string): string {
  const ago = formatAgo(iso, now, timeZone);
  return / (min|h|d)$/.test(ago) ? `${ago} ago` : ago;
}

/** `14 Mar 2025` */
export function formatDate(iso: string, timeZone?: string): string {
  return formatterFor({ day: "numeric", month: "short", year: "numeric", timeZone }).format(
    new Date(iso),
  );
}

/** `Today`, `Yesterday`, `Friday 14 March`, and of another year `14 Mar 2025`. */
export function formatDay(iso: string, now: number, timeZone?: string): string {
  const date = formatDate(iso, timeZone);
  const dateOf = (at: number) => formatDate(new Date(at).toISOString(), timeZone);
  if (date === dateOf(now)) return "Today";
  if (date === dateOf(now - day)) return "Yesterday";
  if (date.slice(-4) !== dateOf(now).slice(-4)) return date;
  const long = { weekday: "long", day: "numeric", month: "long", timeZone } as const;
  return formatterFor(long).format(new Date(iso)).replace(",", "");
}

/** `today, 09:18`, `yesterday, 09:18`, `14 Mar, 09:18`, and of another year `14 Mar 2025, 09:18`. */
export function formatMoment(iso: string, now: number, timeZone?: string): string {
  const date = formatDate(iso, timeZone);
  const dateOf = (at: number) => formatDate(new Date(at).toISOString(), timeZone);
  const isThisYear = date.slice(-4) === dateOf(now).slice(-4);
  const day =
    date === dateOf(now)
      ? "today"
      : date === dateOf(now - 24 * hour)
        ? "yesterday"
        : isThisYear
          ? date.slice(0, -5)
          : date;
  return `${day}, ${formatClock(Date.parse(iso), timeZone)}`;
}

/** `Friday, 14 March 2025, 09:18`: the exact time, shown on hover. */
export function formatExact(iso: string, timeZone?: string): string {
  return formatterFor({
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(iso));
}

/** `09:18` */
export function formatClock(at: Date | number, timeZone?: string): string {
  return formatterFor({ hour: "2-digit", minute: "2-digit", timeZone }).format(at);
}

const number = new Intl.NumberFormat("en");

/** `1,284` */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** `999+` where the count was capped. */
export function formatCount(value: number, cap?: number): string {
  return cap !== undefined && value >= cap ? `${formatNumber(cap - 1)}+` : formatNumber(value);
}

/** `47 %`, and where that says little `4.0 %`; of a share between 0 and 1. */
export function formatShare(value: number): string {
  const percent = value * 100;
  return `${percent.toFixed(percent > 0 && percent < 9.95 ? 1 : 0)} %`;
}

/** `48 s`, `12 min`, `3 h 20 m`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return pair(minutes, 60, "h", "m");
  return pair(Math.round(minutes / 60), 24, "d", "h");
}

function pair(value: number, unit: number, large: string, small: string): string {
  const rest = value % unit;
  return `${Math.floor(value / unit)} ${large}${rest > 0 ? ` ${rest} ${small}` : ""}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs far more than using one, and lists use the same few all the time. */
function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}
