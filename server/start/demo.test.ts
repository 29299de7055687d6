import { expect, test } from "bun:test";
import { sql } from "kysely";
import { makeScratch } from "../../tests/support/desk-copies.ts";
import { createTestDatabase } from "../../tests/support/postgres.ts";
import { readConfig } from "../config.ts";
import { canBeDemo, isEmpty, prepareDesk } from "./demo.ts";

test("a demo starts by itself on this machine only", () => {
  expect(canBeDemo(readConfig({}))).toBe(true);
  expect(canBeDemo(readConfig({ HOST: "localhost", PORT: "8080" }))).toBe(true);
  expect(canBeDemo(readConfig({ HOST: "::1" }))).toBe(true);
});

test.each([
  { NODE_ENV: "production" },
  { HOST: "0.0.0.0" },
  { HOST: "::" },
  { HOST: "192.168.1.4" },
  { HOST: "127.evil.example" },
  { BASE_URL: "https://desk.example.com" },
  { TRUST_PROXY: "1" },
  { SMTP_URL: "smtp://localhost:25" },
  { DATABASE_URL: "postgres://desk@localhost/desk" },
])("with %j there is no demo", (env) => {
  expect(canBeDemo(readConfig(env))).toBe(false);
});

test("a demo is loaded once and analysed immediately, and never in production", async () => {
  const database = await createTestDatabase();
  const scratch = await makeScratch();
  try {
    const { db, ownerUrl } = database;
    const DATA_DIR = scratch.folder;
    const production = readConfig({ DATA_DIR, NODE_ENV: "production" });
    await prepareDesk(production, { db, ownerUrl });
    expect(await isEmpty(db)).toBe(true);
    await prepareDesk(readConfig({ DATA_DIR }), { db, ownerUrl });
    const people = db.selectFrom("users").select("id");
    const before = (await people.execute()).length;
    await prepareDesk(readConfig({ DATA_DIR }), { db, ownerUrl });
    expect(await people.execute()).toHaveLength(before);
    await expect(prepareDesk(production, { db, ownerUrl })).rejects.toThrow("holds the demo");
    const { rows } = await sql<{ reltuples: number }>`
      select reltuples from pg_class where oid = 'tickets'::regclass`.execute(db);
    expect(rows[0]?.reltuples).toBeGreaterThan(300);
  } finally {
    await Promise.all([database.drop(), scratch.remove()]);
  }
}, 60_000);
