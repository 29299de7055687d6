import { type RawBuilder, sql } from "kysely";

/** A time as text in ISO form, to the microsecond: what the driver would read is cut. */
export function isoTime(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** As JavaScript writes it. */
export function presentTime(isoTime: string): string;
export function presentTime(isoTime: string | null): string | null;
export function presentTime(isoTime: string | null): string | null {
  return isoTime && `${isoTime.slice(0, 23)}Z`;
}
