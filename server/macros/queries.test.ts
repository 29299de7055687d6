import { expect, test } from "bun:test";
import { macroLimits } from "../../shared/macros.ts";
import { actingAs } from "../../tests/support/acting.ts";
import { insertUser } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { listMacros } from "./queries.ts";

const database = setUpTestDatabase();

test("a cut list says so, and leaves out the last shared macros by name", async () => {
  const { db } = database;
  const [reader, other] = [
    await insertUser(db, { role: "Agent" }),
    await insertUser(db, { role: "Agent" }),
  ];
  const row = (owner_id: string, name: string) => ({
    ...{ id: Bun.randomUUIDv7(), owner_id, name, body: "", shared: true },
    ...{ created_at: new Date(), updated_at: new Date() },
  });
  const numbered = (number: number) => `Shared ${String(number).padStart(4, "0")}`;
  const rows = Array.from({ length: macroLimits.listed - 1 }, (_, number) =>
    row(other.id, numbered(number)),
  );
  await db
    .insertInto("macros")
    .values([...rows, row(reader.id, "Zebra")])
    .execute();
  const deps = await actingAs(db, reader);
  expect(await listMacros(deps)).toMatchObject({ areAll: true });
  await db.insertInto("macros").values(row(other.id, "Shared A")).execute();
  const { macros, areAll } = await listMacros(deps);
  expect([macros.length, areAll]).toEqual([macroLimits.listed, false]);
  expect(macros.map(({ name }) => name).slice(-2)).toEqual([
    numbered(macroLimits.listed - 2),
    "Zebra",
  ]);
});
