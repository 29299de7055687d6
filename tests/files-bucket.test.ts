import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sweepFiles } from "../server/files/sweep.ts";
import { type BucketServer, startBucketServer } from "./support/bucket-server.ts";
import { fetchFile, sendFile } from "./support/file-calls.ts";
import { addPerson } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/server.ts";
import type { Visitor } from "./support/visitor.ts";

let bucket: BucketServer;
let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  bucket = startBucketServer("the-key");
  server = await startTestServer({
    s3: {
      endpoint: bucket.url,
      bucket: "desk",
      region: "us-east-1",
      accessKeyId: "the-key",
      secretAccessKey: "s3cret",
    },
  });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await bucket.stop();
});
beforeEach(async () => {
  bucket.trouble = null;
  const person = await addPerson(server.db, "Agent");
  visitor = server.visitor();
  await visitor.signIn(person.email);
});

test("files are in the bucket under their hash, once, and are served whole or in part", async () => {
  const bytes = new TextEncoder().encode("0123456789");
  const [first, second] = [
    await sendFile(server, visitor, { bytes }),
    await sendFile(server, visitor, { bytes }),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const keys = [...bucket.objects.keys()].filter((key) => key.includes(sha256));
  expect(keys).toHaveLength(1);
  expect(keys[0]).toStartWith(`desk/files/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}-`);

  const { id } = second.body.file;
  const whole = await fetchFile(server, visitor, id);
  expect([whole.status, whole.bytes]).toEqual([200, bytes]);
  const ask = async (headers: Record<string, string>) => {
    const part = await fetchFile(server, visitor, id, headers);
    const told = part.headers.get("Content-Range");
    return [part.status, new TextDecoder().decode(part.bytes), told];
  };
  const Range = "bytes=2-4";
  expect(await ask({ Range })).toEqual([206, "234", "bytes 2-4/10"]);
  expect(await ask({ Range, "If-Range": `"${id}"` })).toEqual([206, "234", "bytes 2-4/10"]);
  expect(await ask({ Range, "If-Range": '"older"' })).toEqual([200, "0123456789", null]);
  expect(await ask({ Range: "bytes=10-" })).toEqual([416, "", "bytes */10"]);
  expect(whole.headers.get("Accept-Ranges")).toBe("bytes");
  const head = await visitor.request("HEAD", `/node/files/${id}`);
  expect([head.status, head.headers.get("Content-Length")]).toEqual([200, "10"]);
});

test("a large file is stored and returned unchanged", async () => {
  const bytes = new Uint8Array(13 * 1024 * 1024);
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = at / 4096;
  const { status, body } = await sendFile(server, visitor, { bytes });
  expect(status).toBe(201);
  const { bytes: back } = await fetchFile(server, visitor, body.file.id);
  expect(Buffer.compare(back, bytes)).toBe(0);
}, 60_000);

test("unsent files are deleted from the bucket", async () => {
  const bytes = new TextEncoder().encode(crypto.randomUUID());
  await sendFile(server, visitor, { bytes });
  const before = bucket.objects.size;
  const later = new Date(Date.now() + 25 * 60 * 60_000);
  bucket.trouble = { status: 503, code: "SlowDown" };
  const failing = sweepFiles({ db: server.db, now: later }, server.services.files);
  await expect(failing).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(bucket.objects.size).toBe(before);
  bucket.trouble = null;
  await sweepFiles({ db: server.db, now: later }, server.services.files);
  expect(bucket.objects.size).toBe(0);
});

test.each([
  [503, "SlowDown", "storage_unavailable"],
  [403, "AccessDenied", "storage_unavailable"],
  [400, "QuotaExceeded", "storage_full"],
])(
  "a bucket that says %d %s leaves no file behind",
  async (status, code, told) => {
    bucket.trouble = { status, code };
    const answer = await sendFile(server, visitor, { bytes: crypto.randomUUID() });
    expect([answer.status, answer.body.code]).toEqual([503, told]);
    expect(answer.text).not.toContain(code);
    const { count } = await server.db
      .selectFrom("files")
      .innerJoin("users", "users.id", "files.uploader_id")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  },
  30_000,
);

test("a file missing in the bucket is an error, not an empty download", async () => {
  const { body } = await sendFile(server, visitor, { bytes: crypto.randomUUID() });
  bucket.objects.clear();
  expect((await fetchFile(server, visitor, body.file.id)).status).toBe(503);
});
