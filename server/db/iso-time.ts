import { type RawBuilder, sql } from "kysely";

/** A time as text in ISO form, to the microsecond: what the driver would read is cut. */
export function isoTime(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** As JavaScript writes it; what Postgres writes by itself ends with the last digit that is not 0. */
export function presentTime(isoTime: string): string;
export function presentTime(isoTime: string | null): string | null;
export function presentTime(isoTime: string | null): string | null {
  return isoTime && `${isoTime.slice(0, 19)}.${isoTime.slice(20, 23).padEnd(3, "0")}Z`;
}
