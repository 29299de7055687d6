import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { readConfig } from "../config.ts";
import { createFileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { loadDemo } from "./load-demo.ts";

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "frontdesk-demo-files-"));
  const files = createFileStore({ ...readConfig({}), dataDir }, createLog("error"));
  const now = new Date("2026-11-18T14:30:00Z");
  await loadDemo(database.db, { now, passwordHash: "a hash", files });
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("messages that mention an attachment have a small file stored under its hash", async () => {
  const files = await database.db
    .selectFrom("files")
    .innerJoin("messages", "messages.id", "files.message_id")
    .innerJoin("file_contents", "file_contents.id", "files.content_id")
    .select(["files.type", "files.size", "files.created_at", "messages.created_at as sent_at"])
    .select(["files.uploader_id", "messages.author_id", "width", "file_contents.placed_at"])
    .execute();
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ type }) => type === "image/png").length).toBeGreaterThan(1);
  expect(files.every(({ type, width }) => (type === "image/png") === (width !== null))).toBe(true);
  expect(files.every(({ size }) => size < 20_000)).toBe(true);
  expect(files.every(({ uploader_id, author_id }) => uploader_id === author_id)).toBe(true);
  expect(files.every(({ created_at, sent_at }) => +created_at === +sent_at)).toBe(true);
  expect(files.every(({ placed_at }) => placed_at !== null)).toBe(true);
  const contents = await database.db.selectFrom("file_contents").select("id").execute();
  const stored = [...new Bun.Glob("files/*/*/*").scanSync({ cwd: dataDir })];
  expect(stored).toHaveLength(contents.length);
});
