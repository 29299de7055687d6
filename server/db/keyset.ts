import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { ticketStatuses } from "../../shared/tickets/vocabulary.ts";

/** The order of a list; its last column is unique, and no column is null without `ifNull`. */
export interface Order {
  name: string;
  descending: boolean;
  columns: readonly KeyColumn[];
}

export interface KeyColumn {
  sql: RawBuilder<unknown>;
  type: keyof typeof isKey;
  /** The maximum of the value, if the statement depends on it. */
  most?: number;
  /** For a column that can be null: where a row without a value is sorted. */
  ifNull?: "-infinity";
}

/** The position of a row in its list; times to the microsecond. */
export type Mark = readonly (string | number)[];

/** The text after `order by`. */
export function orderBy({ columns, descending }: Order): RawBuilder<unknown> {
  const direction = descending ? sql` desc` : sql``;
  return sql.join(columns.map((column) => sql`${keyOf(column)}${direction}`));
}

/** The condition for rows after the mark. */
export function comesAfter(
  { columns, descending }: Order,
  mark: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const keys = sql.join(columns.map(keyOf));
  // As text, since the driver would cut times to milliseconds.
  const values = sql.join(
    columns.map(({ type }, index) => sql`${mark[index]}::text::${sql.raw(type)}`),
  );
  return descending ? sql`(${keys}) < (${values})` : sql`(${keys}) > (${values})`;
}

/** The condition for rows after the page that ended with this cursor: all rows without one. */
export function afterCursor(order: Order, cursor: string | null | undefined): RawBuilder<boolean> {
  return cursor ? comesAfter(order, readCursor(order, cursor).map(sql.val)) : sql`true`;
}

/** The mark of a row, where its columns do not contain it. */
export function markOf({ columns }: Order): RawBuilder<Mark> {
  return sql`json_build_array(${sql.join(columns.map(keyOf))})`;
}

function keyOf({ sql: column, type, ifNull }: KeyColumn): RawBuilder<unknown> {
  if (ifNull === undefined) return column;
  return sql`coalesce(${column}, ${sql.lit(ifNull)}::${sql.raw(type)})`;
}

/** The position after a row of a list: its sort key and id, opaque to clients. */
export function encodeCursor(parts: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

export function decodeCursor(cursor: string, length: number): (string | number | null)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts) && parts.length === length && parts.every(isCursorPart)) return parts;
  } catch {}
  throw new AppError("invalid_cursor");
}

function isCursorPart(part: unknown): part is string | number | null {
  return part === null || typeof part === "string" || typeof part === "number";
}

/** The cursor of the page that begins after this mark. */
export function cursorAt(order: Order, mark: Mark): string {
  return encodeCursor([nameOf(order), ...mark]);
}

/** The mark in a cursor of this list; a forged cursor is an error. */
export function readCursor(order: Order, cursor: string): string[] {
  const [name, ...mark] = decodeCursor(cursor, order.columns.length + 1);
  const fits =
    name === nameOf(order) &&
    order.columns.every(({ type, most = Number.POSITIVE_INFINITY }, index) => {
      const value = String(mark[index]);
      return isKey[type](value) && !(Number(value) > most);
    });
  if (!fits) throw new AppError("invalid_cursor");
  return mark.map(String);
}

/** Cuts one row more than a page: returns the page, and a cursor if there is more. */
export function cutPage<Row>(
  order: Order & { mark(row: NoInfer<Row>): Mark },
  limit: number,
  found: readonly Row[],
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = last !== undefined && found.length > limit;
  return { rows, nextCursor: more ? cursorAt(order, order.mark(last)) : null };
}

/** The same for rows that were read with their mark. */
export function cutMarked<Row extends { mark: Mark }>(
  order: Order,
  limit: number,
  found: readonly Row[],
): { rows: Row[]; nextCursor: string | null } {
  return cutPage({ ...order, mark: ({ mark }: Row) => mark }, limit, found);
}

function nameOf({ name, descending }: Order): string {
  return descending ? `-${name}` : name;
}

const isKey = {
  uuid: (value: string) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value),
  integer: (value: string) => /^-?\d{1,9}$/.test(value),
  bigint: (value: string) => /^\d{1,15}$/.test(value),
  smallint: (value: string) => /^\d{1,4}$/.test(value),
  text: (value: string) => value.isWellFormed() && !value.includes("\0"),
  timestamptz: isTime,
  ticket_status: (value: string) => ticketStatuses.some((status) => status === value),
  ticket_priority: (value: string) => ["low", "normal", "high", "urgent"].includes(value),
} as const;

/** A time as Postgres writes it in JSON and accepts it: its calendar has no year 0. */
function isTime(value: string): boolean {
  if (/^-?infinity$/.test(value)) return true;
  const parts =
    /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.exec(
      value,
    );
  const second = parts?.[1];
  if (!second) return false;
  const read = new Date(`${second}Z`);
  // JavaScript reads a day that does not exist as another day.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(second);
}
