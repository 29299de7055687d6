import { type RawBuilder, sql } from "kysely";

/** The beginning of what somebody else's machine said, as it stands in one line among others. */
export function fewWords(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case when char_length(${column}) > 200 then left(${column}, 199) || '…' else ${column} end`;
}
