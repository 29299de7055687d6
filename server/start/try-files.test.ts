import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBucketServer } from "../../tests/support/bucket-server.ts";
import { readConfig } from "../config.ts";
import { tryFiles } from "./try-files.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-try-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tryIn = (dataDir: string, env = {}) => tryFiles({ ...readConfig(env), dataDir });

test("a working store is left empty", async () => {
  const dataDir = join(folder, "new");
  expect(await tryIn(dataDir)).toEqual([]);
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  expect(names.filter((name) => name.isFile())).toEqual([]);
});

test("a read-only data folder is reported", async () => {
  await Bun.write(join(folder, "file"), "x");
  const dataDir = join(folder, "file", "data");
  expect(await tryIn(dataDir)).toEqual([
    `Attachments cannot be stored: DATA_DIR ${dataDir} cannot be written to (ENOTDIR).`,
  ]);
});

test("a bucket that refuses or does not exist is reported", async () => {
  const bucket = startBucketServer("the-key");
  const env = { S3_ENDPOINT: bucket.url, S3_BUCKET: "desk", S3_SECRET_ACCESS_KEY: "s3cret" };
  const told = (keyId: string) => tryIn(join(folder, "spool"), { ...env, S3_ACCESS_KEY_ID: keyId });
  expect(await told("the-key")).toEqual([]);
  expect(bucket.objects.size).toBe(0);
  expect(await told("another")).toEqual([
    "Attachments cannot be stored: the bucket desk cannot be written to (InvalidAccessKeyId).",
  ]);
  await bucket.stop();
  expect(await told("the-key")).toEqual([
    expect.stringContaining(
      `Attachments cannot be stored: S3_ENDPOINT ${bucket.url} does not answer`,
    ),
  ]);
});

test("a bucket's server that accepts and says nothing is named within five seconds", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const url = `http://127.0.0.1:${silent.port}`;
  const env = {
    S3_ENDPOINT: url,
    S3_BUCKET: "desk",
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "b",
  };
  const begin = performance.now();
  expect(await tryIn(join(folder, "silent"), env)).toEqual([
    `Attachments cannot be stored: S3_ENDPOINT ${url} does not answer (it gives no answer).`,
  ]);
  expect(performance.now() - begin).toBeLessThan(5_000);
  silent.stop(true);
}, 20_000);
