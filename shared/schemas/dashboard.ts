import * as z from "zod/mini";
import { backwards, lengthOf, rangeFrom } from "../dashboard/days.ts";
import {
  breakdownsBy,
  breakdownsOf,
  type DayRange,
  longestRange,
  periods,
  ratingsBy,
} from "../dashboard/figures.ts";
import { atMost, storable } from "./text.ts";
import { timeZone } from "./time-zone.ts";

export const day = z.string().check(
  atMost(20),
  z.refine((text) => rangeFrom(text, text) !== null, { error: "This is not a day." }),
);

/** A name in the search language, `none` or `me`. */
const name = z.optional(z.string().check(z.minLength(1), z.maxLength(200), storable));

const filters = {
  company: name,
  team: name,
  agent: name,
  tag: name,
};

const viewer = { ...filters, timeZone };

const isInOrder = ({ from, to }: DayRange) => rangeFrom(from, to) !== null;
const isNotTooLong = (days: DayRange) => lengthOf(days) <= longestRange;
const tooLong = `At most ${longestRange} days can be looked at.`;

/** The last so many days, or from one day to another. */
const range = z.union([
  z.enum(periods),
  z
    .strictObject({ from: day, to: day })
    .check(z.refine(isInOrder, { error: backwards }), z.refine(isNotTooLong, { error: tooLong })),
]);

export const blockInput = z.strictObject({ range: z._default(range, "30d"), ...viewer });
export type BlockInput = z.infer<typeof blockInput>;

export const totalsInput = z.extend(blockInput, { compare: z._default(z.boolean(), true) });
export type TotalsInput = z.infer<typeof totalsInput>;

const rows = (usual: number) => z._default(z.int().check(z.minimum(1), z.maximum(500)), usual);

export const breakdownInput = z.extend(blockInput, {
  by: z.enum(breakdownsBy),
  of: z._default(z.enum(breakdownsOf), "open"),
  /** The number of rows for companies and tags. */
  limit: rows(7),
});
export type BreakdownInput = z.infer<typeof breakdownInput>;

export const ratingsInput = z.extend(blockInput, {
  by: z._default(z.enum(ratingsBy), "agent"),
  limit: rows(7),
});
export type RatingsInput = z.infer<typeof ratingsInput>;

export const ratingCommentsInput = z.extend(blockInput, { limit: rows(5) });
export type RatingCommentsInput = z.infer<typeof ratingCommentsInput>;

export const todoInput = z.strictObject(viewer);
export type TodoInput = z.infer<typeof todoInput>;

const oneOrTwo = "Days are asked for as one period, or from one to another.";

type DaysInAddress = { [end in keyof DayRange]?: string | undefined };

function daysIn({ from, to }: DaysInAddress): DayRange | null {
  return from && to ? { from, to } : null;
}

function isOut(asked: DaysInAddress, fits: (days: DayRange) => boolean): boolean {
  const days = daysIn(asked);
  return days !== null && !fits(days);
}

/** The same, as text in an address. */
export const dashboardCsvQuery = z
  .strictObject({
    ...viewer,
    period: z.optional(z.enum(periods)),
    from: z.optional(day),
    to: z.optional(day),
    compare: z.optional(z.literal("none")),
    by: z.optional(z.enum(breakdownsBy)),
    of: z.optional(z.enum(breakdownsOf)),
    ratingsBy: z.optional(z.enum(ratingsBy)),
  })
  .check(
    z.refine(({ from, to }) => !from || !!to, { error: oneOrTwo, path: ["to"] }),
    z.refine(({ from, to }) => !to || !!from, { error: oneOrTwo, path: ["from"] }),
    z.refine((asked) => !asked.period || !daysIn(asked), { error: oneOrTwo, path: ["period"] }),
    z.refine((asked) => !isOut(asked, isInOrder), { error: backwards, path: ["to"] }),
    z.refine((asked) => !isOut(asked, isNotTooLong), { error: tooLong, path: ["to"] }),
  );
export type DashboardCsvQuery = z.infer<typeof dashboardCsvQuery>;
