import { type RawBuilder, sql } from "kysely";

/** A time as ISO text to the microsecond; the driver would cut it to milliseconds. */
export function isoTime(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** In JavaScript's format; Postgres by itself omits trailing zeros. */
export function presentTime(isoTime: string): string;
export function presentTime(isoTime: string | null): string | null;
export function presentTime(isoTime: string | null): string | null {
  return isoTime && `${isoTime.slice(0, 19)}.${isoTime.slice(20, 23).padEnd(3, "0")}Z`;
}
