import { expect, test } from "bun:test";
import { sql } from "kysely";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { keepStatement } from "./statement.ts";

const database = setUpTestDatabase();

test("each run sends its own values, and each shape has its own text", async () => {
  let built = 0;
  const read = keepStatement<{ twice: boolean }, { name: string; times: number }, { text: string }>(
    ({ twice }, slot) => {
      built += 1;
      const name = sql`${slot("name")}::text`;
      return sql`
        select repeat(${twice ? sql`${name} || ${name}` : name}, ${slot("times")}::int) as text`;
    },
  );
  const { db } = database;
  const texts = [
    await read(db, { twice: false }, { name: "a", times: 1 }),
    await read(db, { twice: false }, { name: "b", times: 2 }),
    await read(db, { twice: true }, { times: 2, name: "c" }),
    await read(db, { twice: true }, { name: "d", times: 1 }),
  ];
  expect(texts.flat().map((row) => row.text)).toEqual(["a", "bb", "cccc", "dd"]);
  expect(built).toBe(2);
});

test("a value that would be cached with the text is refused", async () => {
  const read = keepStatement<string, object, unknown>((name) => sql`select ${name}::text`);
  await expect(read(database.db, "of the first run", {})).rejects.toThrow(/by name only/);
});
