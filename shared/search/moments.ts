import { instantIn } from "../local-time.ts";
import type { Moment, Test } from "./values.ts";

/** From the first instant up to, but without, the second; null is no limit. */
interface Stretch {
  from: Date | null;
  to: Date | null;
}

interface Clock {
  now: Date;
  /** The time zone in which days begin. */
  timeZone: string;
}

export function stretchOf(test: Test<Moment>, clock: Clock): Stretch {
  if (test.kind === "range") {
    return { from: whole(test.from, clock).from, to: whole(test.to, clock).to };
  }
  const { from, to } = whole(test.of, clock);
  if (test.kind === "is") return { from, to };
  switch (test.comparison) {
    case "<":
      return { from: null, to: from };
    case "<=":
      return { from: null, to };
    case ">":
      return { from: to, to: null };
    case ">=":
      return { from, to: null };
  }
}

/** The instant of a moment. A day ends it, but never later than now. */
export function instantAt(moment: Moment, clock: Clock): Date {
  const { from, to } = whole(moment, clock);
  const instant = moment.kind === "minute" ? from : to;
  return new Date(Math.min(instant.getTime(), clock.now.getTime()));
}

/** Whether a test uses days, which begin at other times in other time zones. */
export function asksForDays(test: Test<Moment>): boolean {
  const moments = test.kind === "range" ? [test.from, test.to] : [test.of];
  return moments.some(({ kind, ...moment }) => {
    return kind !== "ago" && !("name" in moment && moment.name === "now");
  });
}

function whole(moment: Moment, { now, timeZone }: Clock): { from: Date; to: Date } {
  switch (moment.kind) {
    case "ago": {
      const at = new Date(now.getTime() - moment.amount * unitMs[moment.unit]);
      return { from: at, to: at };
    }
    case "day":
      return daysFrom(moment.day, 1, timeZone);
    case "month": {
      const [year = 0, month = 1] = moment.month.split("-").map(Number);
      const from = instantIn({ year, month, day: 1 }, timeZone);
      return { from, to: instantIn({ year, month: month + 1, day: 1 }, timeZone) };
    }
    case "minute": {
      const [day = "", time = ""] = moment.minute.split("T");
      const [hour = 0, minute = 0] = time.split(":").map(Number);
      const from = instantIn({ ...dateOf(day), hour, minute }, timeZone);
      return { from, to: new Date(from.getTime() + 60_000) };
    }
    case "named": {
      if (moment.name === "now") return { from: now, to: now };
      const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
      if (moment.name === "today") return daysFrom(today, 1, timeZone);
      const { from, to } = daysFrom(today, 0, timeZone, -1);
      return { from, to };
    }
  }
}

function daysFrom(day: string, length: number, timeZone: string, shift = 0) {
  const date = dateOf(day);
  return {
    from: instantIn({ ...date, day: date.day + shift }, timeZone),
    to: instantIn({ ...date, day: date.day + length }, timeZone),
  };
}

function dateOf(text: string) {
  const [year = 0, month = 1, day = 1] = text.split("-").map(Number);
  return { year, month, day };
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;
