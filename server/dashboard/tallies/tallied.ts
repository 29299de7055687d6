import { type RawBuilder, sql } from "kysely";
import { happened, type Moment, type Stretch } from "../moments.ts";

/** What of a time lies on one day of UTC. */
export interface Piece {
  day: string;
  starts: Date;
  /** Null: whatever comes. */
  ends: Date | null;
  /** All of that day. */
  whole: boolean;
}

type NumberedPiece = Piece & { period?: number };

const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Tallies tell quarters of an hour; some clocks of long ago stood at other minutes. */
export function areOnQuarters(moments: readonly Date[]): boolean {
  return moments.every((moment) => moment.getTime() % quarterMs === 0);
}

/** From one moment up to another, or to whatever comes: then no day from `latest` on stands alone. */
export function piecesOf(from: Date, to: Date | null, latest = from): Piece[] {
  const end = to?.getTime() ?? Math.max(from.getTime(), latest.getTime()) + 1;
  const pieces: Piece[] = [];
  for (let at = from.getTime(); at < end; ) {
    const day = at - (((at % dayMs) + dayMs) % dayMs);
    const next = Math.min(day + dayMs, end);
    const ends = to === null && next === end ? null : new Date(next);
    const whole = ends !== null && next - at === dayMs;
    pieces.push({ day: isoDay(day), starts: new Date(at), ends, whole });
    at = next;
  }
  return pieces;
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** As rows of `day, starts, ends, whole, period`: a piece may say of which period it is. */
export function rowsOf(pieces: readonly NumberedPiece[]): RawBuilder<unknown> {
  const column = (of: (piece: NumberedPiece) => unknown, type: string) =>
    sql`${pieces.map((piece) => String(of(piece)))}::text[]::${sql.raw(type)}[]`;
  return sql`
    select * from unnest(
      ${column(({ day }) => day, "date")},
      ${column(({ starts }) => starts.toISOString(), "timestamptz")},
      ${column(({ ends }) => ends?.toISOString() ?? "infinity", "timestamptz")},
      ${column(({ whole }) => whole, "boolean")},
      ${column(({ period = 0 }) => period, "int")}
    ) as piece(day, starts, ends, whole, period)`;
}

/** Where the day's tally still tells what is: nothing of it has changed since. */
export const isTold = sql<boolean>`not exists (
  select from changed_days where changed_days.day = day_tallies.day and not only_tags)`;

/** Where it also tells which tags those tickets have. */
export const isToldOfTags = sql<boolean>`not exists (
  select from changed_days where changed_days.day = day_tallies.day)`;

/** From when to when each `piece` lasts. */
export function talliedStretch(piece: string): Stretch {
  return { from: sql.ref(`${piece}.starts`), to: sql.ref(`${piece}.ends`) };
}

/**
 * For a lateral join: the tickets to which that happened in a `piece`. Fenced, since no estimate
 * tells how short one is.
 */
export function ticketsIn(
  piece: string,
  moment: Moment,
  { counts, columns }: { counts: RawBuilder<boolean>; columns: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select ${columns} from tickets t
    where ${counts} and ${happened(moment, talliedStretch(piece))} offset 0`;
}
