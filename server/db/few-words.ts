import { type RawBuilder, sql } from "kysely";

/** The beginning of an external message, limited to one line. */
export function fewWords(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when char_length(${column}) > 200 then left(${column}, 199) || '…' else ${column} end`;
}
