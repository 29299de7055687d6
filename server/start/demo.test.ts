import { expect, test } from "bun:test";
import { sql } from "kysely";
import { makeScratch } from "../../tests/support/desk-copies.ts";
import { createTestDatabase } from "../../tests/support/postgres.ts";
import { readConfig } from "../config.ts";
import { mayBeDemo, prepareDesk } from "./demo.ts";

test("a demo comes by itself on this machine alone", () => {
  expect(mayBeDemo(readConfig({}))).toBe(true);
  expect(mayBeDemo(readConfig({ HOST: "localhost", PORT: "8080" }))).toBe(true);
  expect(mayBeDemo(readConfig({ HOST: "::1" }))).toBe(true);
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
  expect(mayBeDemo(readConfig(env))).toBe(false);
});

test("Postgres knows at once what the demo put where", async () => {
  const database = await createTestDatabase();
  const scratch = await makeScratch();
  try {
    const { db, ownerUrl } = database;
    await prepareDesk(readConfig({ DATA_DIR: scratch.folder }), { db, ownerUrl });
    const { rows } = await sql<{ reltuples: number }>`
      select reltuples from pg_class where oid = 'tickets'::regclass`.execute(db);
    expect(rows[0]?.reltuples).toBeGreaterThan(300);
  } finally {
    await Promise.all([database.drop(), scratch.remove()]);
  }
}, 60_000);
