import { expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import {
  afterCursor,
  cutMarked,
  encodeCursor,
  type KeyColumn,
  markOf,
  orderBy,
  readCursor,
} from "./keyset.ts";

const database = setUpTestDatabase();

const upTo = (max: number, digits = 2) =>
  fc.nat({ max }).map((number) => String(number).padStart(digits, "0"));
const year = fc.oneof(fc.constantFrom("0000", "0001", "1582", "1900", "9999"), upTo(9999, 4));
const offset = fc.oneof(
  fc.constantFrom("Z", "", "+14:59", "+14:60", "+14:99", "-14:99", "+15:00", "-00:00", "+05:30"),
  fc.tuple(fc.constantFrom("+", "-"), upTo(25), upTo(99)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const fraction = fc.oneof(
  fc.constant(""),
  fc.nat(9_999_999).map((digits) => `.${digits}`),
);
const time = fc
  .tuple(year, upTo(13), upTo(32), upTo(25), upTo(61), upTo(61), fraction, offset)
  .map(([y, m, d, h, min, s, part, zone]) => `${y}-${m}-${d}T${h}:${min}:${s}${part}${zone}`);
const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "0",
    "-0",
    "-12",
    "1e3",
    "9999",
    "32768",
    "9".repeat(15),
    "9".repeat(19),
    "NaN",
  ),
  fc.constantFrom("infinity", "-infinity", "now", "epoch", "today", "null", "low", "Low"),
  fc.uuid(),
  fc.double(),
);
const types: KeyColumn["type"][] = [
  ...(["uuid", "integer", "bigint", "smallint", "text", "timestamptz", "ticket_priority"] as const),
];

test.each(types)("a cursor with %s is accepted by Postgres or refused", async (type) => {
  const order = { name: "any", descending: false, columns: [{ sql: sql`x`, type }] };
  const value = type === "timestamptz" ? fc.oneof(time, time, anything) : anything;
  await fc.assert(
    fc.asyncProperty(value, async (made) => {
      let mark: string | undefined;
      try {
        [mark] = readCursor(order, encodeCursor(["any", made]));
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_cursor" });
        return;
      }
      await sql`select ${mark}::text::${sql.raw(type)}`.execute(database.db);
    }),
    { numRuns: 600 },
  );
});

test.each([
  "0000-01-01T00:00:00Z",
  "2026-01-01T00:00:00+14:99",
  "2026-01-01T00:00:00-00:60",
  "2026-01-01T00:00:00+15:00",
  "2026-06-30T23:59:60Z",
  "2026-01-01T24:00:00Z",
  "2026-02-29T00:00:00Z",
  "294277-01-01T00:00:00Z",
])("%s is not a time written by this server", (at) => {
  const columns: KeyColumn[] = [{ sql: sql`x`, type: "timestamptz" }];
  const order = { name: "at", descending: true, columns };
  expect(() => readCursor(order, encodeCursor(["-at", at]))).toThrow(
    expect.objectContaining({ code: "invalid_cursor" }),
  );
});

test("times written by Postgres are read in every session time zone", async () => {
  const columns: KeyColumn[] = [{ sql: sql`x`, type: "timestamptz" }];
  await database.db.connection().execute(async (db) => {
    for (const zone of ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"]) {
      await sql`select set_config('timezone', ${zone}, false)`.execute(db);
      const { rows } = await sql<{ mark: [string] }>`
        select json_build_array('2026-11-20T09:00:00.123456Z'::timestamptz) as mark`.execute(db);
      const mark = rows[0]?.mark ?? [""];
      const cursor = encodeCursor(["at", ...mark]);
      expect(readCursor({ name: "at", descending: false, columns }, cursor)).toEqual(mark);
    }
  });
});

test.each([false, true])(
  "pages contain each row once, in order; descending: %p",
  async (descending) => {
    const order = {
      ...{ name: "place", descending },
      columns: [
        { sql: sql`one.place`, type: "smallint" },
        { sql: sql`one.id`, type: "uuid" },
      ] satisfies KeyColumn[],
    };
    const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
    // A page may end between two rows with the same sort value.
    const sorted = [1, 2, 2, 3, 3].map((place, digit) => [place, idOf(digit)]);
    const read: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { rows } = await sql<{ mark: [number, string] }>`
      select ${markOf(order)} as mark
      from unnest(array[3, 2, 1, 2, 3], ${[4, 2, 0, 1, 3].map(idOf)}::text[]::uuid[]) one (place, id)
      where ${afterCursor(order, cursor)} order by ${orderBy(order)} limit 3`.execute(database.db);
      const page: ReturnType<typeof cutMarked<(typeof rows)[number]>> = cutMarked(order, 2, rows);
      read.push(...page.rows.map(({ mark }) => mark));
      cursor = page.nextCursor;
    } while (cursor !== null && read.length < 9);
    expect(read).toEqual(descending ? sorted.toReversed() : sorted);
  },
);
