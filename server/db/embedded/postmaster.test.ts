import { expect, test } from "bun:test";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { testPostgres } from "../../../tests/support/postgres.ts";
import { openDatabase } from "../database.ts";
import { memoryFor, rotateLog } from "./postmaster.ts";

const gigabyte = 2 ** 30;

test.each([
  [gigabyte / 4, "64MB", "128MB"],
  [4 * gigabyte, "512MB", "2048MB"],
  [24 * gigabyte, "2048MB", "12288MB"],
])("with %d bytes of memory Postgres uses %s for buffers", (bytes, buffers, cache) => {
  expect(memoryFor(bytes)).toEqual({ shared_buffers: buffers, effective_cache_size: cache });
});

test("it accepts local connections only, and its log contains no data", async () => {
  const { ownerUrl } = await testPostgres();
  const db = openDatabase({ url: ownerUrl, size: 1 });
  const asked = [
    ...["listen_addresses", "unix_socket_directories"],
    ...["log_error_verbosity", "log_min_error_statement", "log_statement"],
  ];
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name = any(${asked})
    order by array_position(${asked}::text[], name)`.execute(db);
  await db.destroy();
  expect(rows.map(({ setting }) => setting)).toEqual(["127.0.0.1", "", "terse", "panic", "none"]);
});

test("a long log is moved aside, and what follows begins it again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-log-"));
  const log = join(folder, "postgres.log");
  const writer = openSync(log, "a");
  writeSync(writer, "first\n");
  await rotateLog(log, 100);
  expect(await readdir(folder)).toEqual(["postgres.log"]);
  writeSync(writer, "x".repeat(100));
  await rotateLog(log, 100);
  writeSync(writer, "next\n");
  expect(await readFile(log, "utf8")).toBe("next\n");
  expect(await readFile(`${log}.1`, "utf8")).toBe(`first\n${"x".repeat(100)}`);
  closeSync(writer);
  await rm(folder, { recursive: true });
});
