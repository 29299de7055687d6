/** The locale of all numbers and times. */
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
  return shortDate(iso, now, timeZone);
}

/** The time someone has waited, never a date: `9 min`, `30 d`, `8 mo`, `2 y`. */
export function formatWait(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / day);
  if (days < 7) return formatAgo(iso, now);
  if (days < 90) return `${days} d`;
  return days < 730 ? `${Math.floor(days / 30.44)} mo` : `${Math.floor(days / 365.25)} y`;
}

/** As part of a sentence: `9 min ago`; `now` and dates are unchanged. */
export function formatAgoInSentence(iso: string, now: number, timeZone?: string): string {
  const ago = formatAgo(iso, now, timeZone);
  return / (min|h|d)$/.test(ago) ? `${ago} ago` : ago;
}

/** `14 Mar 2025` */
export function formatDate(iso: string, timeZone?: string): string {
  return formatterFor({ day: "numeric", month: "short", year: "numeric", timeZone }).format(
    new Date(iso),
  );
}

/** `Friday, 14 March` of `2025-03-14`. */
export function formatDayName(day: string): string {
  return formatterFor({
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(Date.parse(day));
}

/** `14 Mar`, and in another year `14 Mar 2025`. */
export function shortDate(iso: string, now: number, timeZone?: string): string {
  return isThisYear(iso, now, timeZone)
    ? formatterFor({ day: "numeric", month: "short", timeZone }).format(new Date(iso))
    : formatDate(iso, timeZone);
}

export function isThisYear(iso: string, now: number, timeZone?: string): boolean {
  const year = formatterFor({ year: "numeric", timeZone });
  return year.format(new Date(iso)) === year.format(now);
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

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs far more than using one, so the few in use are cached. */
export function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

/** `812 B`, `34 KB`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
