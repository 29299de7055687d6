import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "kysely";
import { openClient } from "../../server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Tables, writeBatch } from "./copy-format.ts";

const tables: Tables = {
  poured: {
    row: "integer",
    id: "uuid",
    body: "text",
    at: "timestamp with time zone",
    count: "bigint",
    is_so: "boolean",
    data: "jsonb",
    numbers: "integer[]",
  },
};
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  const columns = Object.entries(tables.poured ?? {}).map(([name, type]) => `${name} ${type}`);
  await sql.raw(`create table poured (${columns.join(", ")})`).execute(database.owner);
});
afterAll(() => database.drop());

const text = fc
  .string({ unit: "binary", maxLength: 300 })
  .filter((value) => !value.includes("\0") && value.isWellFormed());
const whole = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
const row = fc.record({
  id: maybe(fc.uuid()),
  body: maybe(text),
  at: maybe(
    fc.date({ min: new Date("1970-01-02"), max: new Date("2199-01-01"), noInvalidDate: true }),
  ),
  count: maybe(fc.maxSafeInteger()),
  is_so: maybe(fc.boolean()),
  data: maybe(fc.dictionary(text, fc.oneof(text, whole, fc.boolean(), fc.constant(null)))),
  numbers: maybe(fc.array(whole, { maxLength: 5 })),
});

test("Postgres reads what is written in the binary format of COPY", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 50 }), async (rows) => {
      await sql`truncate poured`.execute(database.owner);
      const numbered = rows.map((one, index) => ({ row: index, ...one }));
      await pour(numbered);
      const read = await sql`select * from poured order by row`.execute(database.owner);
      expect(read.rows).toEqual(numbered);
    }),
    { seed: 11, numRuns: 30 },
  );
});

test("a row that exceeds the first buffer is written completely", async () => {
  await sql`truncate poured`.execute(database.owner);
  const body = "ä€🙂".repeat(20_000);
  await pour(Array.from({ length: 30 }, (_, index) => ({ row: index, body })));
  const { rows } = await sql`select count(*)::int as count, min(md5(body)) as least,
    max(md5(body)) as most from poured`.execute(database.owner);
  const md5 = new Bun.CryptoHasher("md5").update(body).digest("hex");
  expect(rows).toEqual([{ count: 30, least: md5, most: md5 }]);
});

test("a column of an unknown type is refused by name", () => {
  expect(() => writeBatch(tables, "poured", [{ point: 1 }])).toThrow("poured.point");
});

async function pour(rows: readonly object[]): Promise<void> {
  const { columns, bytes } = writeBatch(tables, "poured", rows);
  const client = openClient({ url: database.ownerUrl, deadlineMs: 10_000 });
  try {
    await client.copy(`copy poured (${columns.join(", ")}) from stdin with (format binary)`, bytes);
  } finally {
    client.destroy();
  }
}
