import { expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";

const database = setUpTestDatabase();

async function roundTrip(type: string, items: readonly (string | number | null)[]) {
  const { rows } = await sql<{ items: unknown }>`
    select ${items}::${sql.raw(type)} as items`.execute(database.db);
  return rows[0]?.items;
}

test.each([
  ["text[]", []],
  ["text[]", ["plain", "with, comma", 'with "quotes"', "with \\ backslash", "{braces}", ""]],
  ["text[]", ["null", "NULL", null, "ä 🙂", " spaces "]],
  ["uuid[]", ["01a1fcc9-a536-77f2-8630-8a1e25cf68ff"]],
  ["int[]", [1, -2, 3]],
  ["bigint[]", [4_000_000_000]],
])("%s %p is read as it was sent", async (type, items) => {
  expect(await roundTrip(type, items)).toEqual(items);
});
