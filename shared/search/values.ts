/** A point or period of time as written in a query. */
export type Moment =
  | { kind: "day"; day: string }
  | { kind: "month"; month: string }
  | { kind: "minute"; minute: string }
  | { kind: "ago"; amount: number; unit: "m" | "h" | "d" | "w" }
  | { kind: "named"; name: "now" | "today" | "yesterday" };

const comparisons = ["<=", ">=", "<", ">"] as const;
type Comparison = (typeof comparisons)[number];

/** An exact value, one side of it, or a range with both ends. */
export type Test<Of> =
  | { kind: "is"; of: Of }
  | { kind: "compared"; comparison: Comparison; of: Of }
  | { kind: "range"; from: Of; to: Of };

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export interface WeekHour {
  weekday: (typeof weekdays)[number];
  hour: number;
}

export function readTest<Of>(text: string, read: (text: string) => Of | null): Test<Of> | null {
  const [from, to, more] = text.split("..");
  if (from !== undefined && to !== undefined && more === undefined) {
    const range = { from: read(from), to: read(to) };
    return range.from === null || range.to === null
      ? null
      : { kind: "range", from: range.from, to: range.to };
  }
  const comparison = comparisons.find((sign) => text.startsWith(sign));
  const of = read(text.slice(comparison?.length ?? 0));
  if (of === null) return null;
  return comparison ? { kind: "compared", comparison, of } : { kind: "is", of };
}

export function writeTest<Of>(test: Test<Of>, write: (of: Of) => string): string {
  if (test.kind === "is") return write(test.of);
  if (test.kind === "compared") return test.comparison + write(test.of);
  return `${write(test.from)}..${write(test.to)}`;
}

export function readMoment(said: string): Moment | null {
  const text = said.toLowerCase();
  if (text === "now" || text === "today" || text === "yesterday") {
    return { kind: "named", name: text };
  }
  const [, amount, unit] = /^-(\d{1,4})([mhdw])$/.exec(text) ?? [];
  if (amount && unit) return { kind: "ago", amount: Number(amount), unit: unit as "m" };
  if (/^\d{4}-\d\d$/.test(text)) return isDay(`${text}-01`) ? { kind: "month", month: text } : null;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? { kind: "day", day: text } : null;
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d)$/.exec(text) ?? [];
  if (!day || !isDay(day) || Number(hour) > 23 || Number(minute) > 59) return null;
  return { kind: "minute", minute: text.toUpperCase() };
}

export function writeMoment(moment: Moment): string {
  switch (moment.kind) {
    case "day":
      return moment.day;
    case "month":
      return moment.month;
    case "minute":
      return moment.minute;
    case "ago":
      return `-${moment.amount}${moment.unit}`;
    case "named":
      return moment.name;
  }
}

export function readCount(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

export function readWeekHour(text: string): WeekHour | null {
  const [, day, hour] = /^([a-z]{3})-(\d{1,2})$/.exec(text.toLowerCase()) ?? [];
  const weekday = weekdays.find((known) => known === day);
  return weekday && Number(hour) < 24 ? { weekday, hour: Number(hour) } : null;
}

export function writeWeekHour({ weekday, hour }: WeekHour): string {
  return `${weekday}-${String(hour).padStart(2, "0")}`;
}

/** Years with four digits, also for the day before and after, whatever the time zone. */
function isDay(text: string): boolean {
  if (text < "1001" || text >= "9999") return false;
  const read = new Date(`${text}T00:00:00Z`);
  // Date parses a day that does not exist as another one.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}
