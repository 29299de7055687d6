import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, utimes } from "node:fs/promises";
import { dirname, join as joinPath } from "node:path";
import { sql } from "kysely";
import { attachFiles } from "../server/files/attach.ts";
import { sweepFiles } from "../server/files/sweep.ts";
import { fileLimits } from "../shared/files.ts";
import { actDuring } from "./support/act-during.ts";
import { insertMessage, insertTicket } from "./support/builders.ts";
import {
  announceFile,
  beginFile,
  fetchFile,
  type SentFile,
  sendFile,
} from "./support/file-calls.ts";
import { addPerson, type Person } from "./support/people.ts";
import { join, photoOf, pngOf } from "./support/pictures.ts";
import { startTestServer } from "./support/server.ts";
import { setUpTestServer } from "./support/test-server.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

const server = setUpTestServer();

async function someone(): Promise<{ person: Person; visitor: Visitor }> {
  const person = await addPerson(server.db, "Customer");
  const visitor = server.visitor();
  await visitor.signIn(person.email);
  return { person, visitor };
}

async function send(file: SentFile): Promise<{ answer: Answer; visitor: Visitor; person: Person }> {
  const who = await someone();
  return { ...who, answer: await sendFile(server, who.visitor, file) };
}

/** Every file below the store, without the folders. */
function stored(folder = "."): string[] {
  const root = joinPath(server.config.dataDir, "files", folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const unique = () => new TextEncoder().encode(`bytes ${crypto.randomUUID()}`);

describe("an uploaded file", () => {
  test("is downloaded unchanged", async () => {
    const bytes = unique();
    const { answer, visitor } = await send({ bytes, name: "Größe ✓.txt", type: "text/plain" });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      file: {
        id: expect.any(String),
        name: "Größe ✓.txt",
        type: "text/plain",
        size: bytes.length,
        isImage: false,
        width: null,
        height: null,
      },
    });
    const fetched = await fetchFile(server, visitor, answer.body.file.id);
    expect(fetched.status).toBe(200);
    expect(fetched.bytes).toEqual(bytes);
    expect(Object.fromEntries(fetched.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename="Gr__e _.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%9C%93.txt`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
  });

  test("that is an image has its size and is shown in the page", async () => {
    const { answer, visitor } = await send({ bytes: pngOf(320, 200), name: "a.png" });
    expect(answer.body.file).toMatchObject({
      type: "image/png",
      isImage: true,
      width: 320,
      height: 200,
    });
    const { headers } = await fetchFile(server, visitor, answer.body.file.id);
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Content-Disposition")).toStartWith("inline;");
  });

  test("a photo loses the place where it was taken", async () => {
    const photo = await photoOf(64, 40, { orientation: 6, place: "GPS 52.5 N 13.4 E" });
    const { answer, visitor } = await send({ bytes: photo, name: "IMG_1.jpg" });
    const { id, size } = answer.body.file;
    expect(answer.body.file).toMatchObject({ type: "image/jpeg", width: 40, height: 64 });
    const { bytes } = await fetchFile(server, visitor, id);
    expect(bytes.length).toBe(size);
    expect(Buffer.from(bytes).includes("GPS")).toBe(false);
  });

  test("a large picture has a thumbnail, only for users who can read it", async () => {
    const { answer, visitor } = await send({ bytes: pngOf(1280, 320), name: "a.png" });
    const address = `${answer.body.file.id}?thumbnail`;
    const first = await fetchFile(server, visitor, address);
    expect([first.status, first.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(await new Bun.Image(first.bytes).metadata()).toMatchObject({ width: 640, height: 160 });
    const etag = first.headers.get("ETag") ?? "";
    const again = await fetchFile(server, visitor, address, { "If-None-Match": etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const { visitor: stranger } = await someone();
    expect((await fetchFile(server, stranger, address)).status).toBe(404);
    // Other files are unchanged.
    const { answer: other, visitor: sender } = await send({ bytes: unique(), name: "a.txt" });
    const plain = await fetchFile(server, sender, `${other.body.file.id}?thumbnail`);
    expect([plain.status, plain.bytes.length]).toEqual([200, other.body.file.size]);
  });

  test.each([
    ["a page that says it is a picture", "image/png", join("<html><script>1</script>")],
    ["a page", "text/html", join("<html><script>1</script>")],
    ["a drawing with a script", "image/svg+xml", join("<svg><script>1</script></svg>")],
    ["a script", "text/javascript", join("alert(1)")],
    ["text that is none", "text/plain", join("MZ\0\0")],
    ["a PDF that is none", "application/pdf", join("<html>")],
    ["a type that splits the answer", "text/html;x=1,text/html", join("<html>")],
  ])("%s is a download of generic type", async (_, type, bytes) => {
    const { answer, visitor } = await send({ bytes, type, name: "x.html" });
    expect(answer.body.file).toMatchObject({ type: "application/octet-stream", isImage: false });
    const { headers } = await fetchFile(server, visitor, answer.body.file.id);
    expect(headers.get("Content-Type")).toBe("application/octet-stream");
    expect(headers.get("Content-Disposition")).toStartWith("attachment;");
  });

  test.each([
    ["a GIF that is a script too", "text/javascript", join("GIF89a=1;alert(1)//")],
    ["a PNG with a page behind it", "text/html", join(pngOf(8, 8), "<html><script>1</script>")],
    ["a PNG that says it is a page", "text/html", pngOf(8, 8)],
  ])("%s is an image and nothing else", async (_, type, bytes) => {
    const { answer, visitor } = await send({ bytes, type });
    const { headers } = await fetchFile(server, visitor, answer.body.file.id);
    expect(headers.get("Content-Type")).toMatch(/^image\/(gif|png)$/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toStartWith("sandbox");
  });

  test.each([
    ["../../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["photo\u202Egnp.exe", "photognp.exe"],
    [`quo"te\r\nSet-Cookie: a=b`, `quo"teSet-Cookie: a=b`],
    ["", "file"],
  ])("with the name %j is stored as %j", async (given, kept) => {
    const { answer, visitor } = await send({ bytes: unique(), name: given });
    expect(answer.body.file.name).toBe(kept);
    const { headers } = await fetchFile(server, visitor, answer.body.file.id);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get("Content-Disposition")).not.toMatch(/filename="[^"]*"[^;]/);
  });

  test("with an invalid or missing name is accepted nevertheless", async () => {
    for (const name of ["100%", "%ff%fe"]) {
      const headers = { "X-File-Name": name };
      expect((await send({ bytes: unique(), headers })).answer.body.file.name).toBe(name);
    }
  });
});

describe("an upload is refused", () => {
  test("if it is empty", async () => {
    const { answer } = await send({ bytes: "" });
    expect([answer.status, answer.body.code]).toEqual([400, "file_empty"]);
    const stream = new ReadableStream({ start: (controller) => controller.close() });
    expect((await send({ bytes: stream })).answer.body.code).toBe("file_empty");
  });

  test("as a form, whose boundary lines would be stored with it", async () => {
    const type = "Multipart/Form-Data; boundary=x";
    const { answer, visitor } = await send({ bytes: "--x\r\n\r\nhello\r\n--x--\r\n", type });
    expect(answer).toMatchObject({
      status: 415,
      body: {
        code: "wrong_media_type",
        message: "Send the file itself as the body, not as a form.",
      },
    });
    const taken = await sendFile(server, visitor, { bytes: unique(), type: "multipart/related" });
    expect(taken.status).toBe(201);
  });

  test("with one byte more than 25 MB, but not with exactly 25 MB", async () => {
    const bytes = new Uint8Array(fileLimits.bytes);
    crypto.getRandomValues(bytes.subarray(0, 1000));
    const whole = await send({ bytes });
    expect([whole.answer.status, whole.answer.body.file?.size]).toEqual([201, fileLimits.bytes]);
    const { answer } = await send({ bytes: new Uint8Array(fileLimits.bytes + 1) });
    expect([answer.status, answer.body.code]).toEqual([413, "file_too_large"]);
  });

  test("with one byte too many and no declared length", async () => {
    let left = fileLimits.bytes + 1;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = Math.min(left, 256 * 1024);
        left -= size;
        if (size > 0) controller.enqueue(new Uint8Array(size));
        else controller.close();
      },
    });
    const { answer } = await send({ bytes: stream });
    expect([answer.status, answer.body.code]).toEqual([413, "file_too_large"]);
    expect(stored("arriving")).toEqual([]);
  });

  test("from visitors, and without a CSRF token", async () => {
    const stranger = server.visitor();
    await stranger.request("GET", "/node/auth/user");
    expect((await sendFile(server, stranger, { bytes: unique() })).body.code).toBe("not_signed_in");
    const { visitor } = await someone();
    const headers = { "X-XSRF-TOKEN": "forged" };
    const answer = await sendFile(server, visitor, { bytes: unique(), headers });
    expect([answer.status, answer.body.code]).toEqual([403, "forgery"]);
    const foreign = { Origin: "https://elsewhere.test" };
    expect((await sendFile(server, visitor, { bytes: unique(), headers: foreign })).status).toBe(
      403,
    );
  });

  test("beyond a person's unsent quota, and accepted again once some are sent", async () => {
    const { person, visitor } = await someone();
    const first = await sendFile(server, visitor, { bytes: unique() });
    const content = await server.db
      .selectFrom("files")
      .select("content_id")
      .where("id", "=", first.body.file.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: fileLimits.unsent - 1 }, () => ({
      ...{ id: Bun.randomUUIDv7(), uploader_id: person.id, content_id: content.content_id },
      ...{ name: "x", type: "text/plain", size: 1, created_at: new Date() },
    }));
    await server.db.insertInto("files").values(rows).execute();
    const refused = await sendFile(server, visitor, { bytes: unique() });
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_uploads"]);

    await bind(person, [first.body.file.id]);
    const both = await Promise.all(
      [0, 1, 2].map(() => sendFile(server, visitor, { bytes: unique() })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
  });

  test("before a byte of it arrives, if it is too large or there is no space", async () => {
    const { visitor } = await someone();
    expect(await announceFile(server, visitor, fileLimits.bytes + 1)).toBe(413);
    const { body } = await sendFile(server, visitor, { bytes: unique() });
    await sql`
      insert into files (id, uploader_id, name, type, size, content_id, created_at)
      select uuid_v7(), uploader_id, name, type, ${fileLimits.bytes}::int, content_id, created_at
      from files, generate_series(1, ${fileLimits.unsentBytes / fileLimits.bytes}::int)
      where id = ${body.file.id}::uuid`.execute(server.db);
    expect(await announceFile(server, visitor, 1)).toBe(429);
  });

  test("beyond the quota together with others that are arriving", async () => {
    const { person, visitor } = await someone();
    const first = await sendFile(server, visitor, { bytes: unique() });
    const { answer } = await actDuring(
      server.database,
      async (tx) => {
        const lock = `uploads ${person.id}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
        await sql`
          insert into files (id, uploader_id, name, type, size, content_id, created_at)
          select uuid_v7(), uploader_id, name, type, size, content_id, created_at
          from files, generate_series(2, ${fileLimits.unsent}::int)
          where id = ${first.body.file.id}::uuid`.execute(tx);
      },
      async () => ({ answer: await sendFile(server, visitor, { bytes: unique() }) }),
    );
    expect([answer.status, answer.body.code]).toEqual([429, "too_many_uploads"]);
  });

  test("while ten others of its sender arrive, but not another person's", async () => {
    const [{ visitor }, other] = [await someone(), await someone()];
    const before = stored("arriving").length;
    const sockets = Array.from({ length: fileLimits.arriving }, () =>
      beginFile(server, visitor, 100),
    );
    await until(() => stored("arriving").length === before + fileLimits.arriving);
    expect(await announceFile(server, visitor, 100)).toBe(429);
    expect((await sendFile(server, other.visitor, { bytes: unique() })).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await until(() => stored("arriving").length === before);
    expect((await sendFile(server, visitor, { bytes: unique() })).status).toBe(201);
  });

  test("when it stalls, and nothing of it is stored", async () => {
    const before = stored("arriving").length;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(unique()),
    });
    const limits = { bytes: 1000, stallMs: 50, totalMs: 10_000 };
    await expect(server.services.files.receive(body, limits)).rejects.toThrow("interrupted");
    const drip = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await Bun.sleep(10);
        controller.enqueue(new Uint8Array(1));
      },
    });
    const hurry = { bytes: 1000, stallMs: 1000, totalMs: 100 };
    await expect(server.services.files.receive(drip, hurry)).rejects.toThrow("interrupted");
    expect(stored("arriving").length).toBe(before);
  });

  test("when its sender disconnects, and nothing of it is stored", async () => {
    const { visitor } = await someone();
    const gone = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await Bun.sleep(20);
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const sending = sendFile(server, visitor, { bytes: body, signal: gone.signal }).catch(() => {});
    await until(() => stored("arriving").length === 1);
    gone.abort();
    await sending;
    await until(() => stored("arriving").length === 0);
  });

  test("with a message if the store is broken, and nothing is half done", async () => {
    const broken = await startTestServer({}, { database: server.database });
    try {
      const folder = joinPath(broken.config.dataDir, "files");
      await mkdir(broken.config.dataDir, { recursive: true });
      await Bun.write(folder, "in the way");
      const { visitor } = await someone();
      const before = await count();
      const answer = await sendFile(broken, visitor, { bytes: unique() });
      expect([answer.status, answer.body.code]).toEqual([503, "storage_unavailable"]);
      expect(await count()).toEqual(before);
    } finally {
      await broken.stop();
    }
  });
});

describe("a downloaded file", () => {
  test("can be requested in part", async () => {
    const bytes = join("0123456789");
    const { answer, visitor } = await send({ bytes, type: "text/plain" });
    const ask = async (range: string, more = {}) => {
      const part = await fetchFile(server, visitor, answer.body.file.id, { Range: range, ...more });
      const text = new TextDecoder().decode(part.bytes);
      return [part.status, text, part.headers.get("Content-Range")];
    };
    expect(await ask("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10"]);
    expect(await ask("bytes=7-")).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await ask("bytes=-3")).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await ask("bytes=8-99")).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await ask("bytes=10-")).toEqual([416, "", "bytes */10"]);
    expect(await ask("bytes=-0")).toEqual([416, "", "bytes */10"]);
    expect(await ask("bytes=4-2")).toEqual([200, "0123456789", null]);
    expect(await ask("bytes=0-1,3-4")).toEqual([200, "0123456789", null]);
    expect(await ask("lines=1-2")).toEqual([200, "0123456789", null]);
    const etag = `"${answer.body.file.id}"`;
    expect(await ask("bytes=2-4", { "If-Range": etag })).toEqual([206, "234", "bytes 2-4/10"]);
    expect(await ask("bytes=2-4", { "If-Range": '"older"' })).toEqual([200, "0123456789", null]);
  });

  test("304 for a known ETag, only to users who can read it", async () => {
    const { answer, visitor } = await send({ bytes: unique() });
    const { id } = answer.body.file;
    const etag = (await fetchFile(server, visitor, id)).headers.get("ETag") ?? "";
    const again = await fetchFile(server, visitor, id, { "If-None-Match": `W/${etag}, "b"` });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(Object.fromEntries(again.headers)).toMatchObject({
      ...{ etag, "cache-control": "private, no-cache" },
    });
    const { visitor: stranger } = await someone();
    expect((await fetchFile(server, stranger, id, { "If-None-Match": etag })).status).toBe(404);
  });

  test("has the same address with or without its name, and answers HEAD", async () => {
    const bytes = unique();
    const { answer, visitor } = await send({ bytes });
    const { id } = answer.body.file;
    expect((await fetchFile(server, visitor, `${id}/notes.bin`)).bytes).toEqual(bytes);
    const head = await visitor.request("HEAD", `/node/files/${id}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const wrong of ["x", "..%2f..%2fetc%2fpasswd", `${id}x`]) {
      expect((await fetchFile(server, visitor, wrong)).status).toBe(404);
    }
  });
});

describe("in the store", () => {
  test("the same bytes are stored once, even when uploaded at the same time", async () => {
    const bytes = unique();
    const before = stored().length;
    const people = await Promise.all([0, 1, 2, 3, 4, 5].map(() => someone()));
    const answers = await Promise.all(
      people.map(({ visitor }) => sendFile(server, visitor, { bytes })),
    );
    expect(new Set(answers.map(({ body }) => body.file.id)).size).toBe(6);
    for (const [at, { body }] of answers.entries()) {
      const visitor = people[at]?.visitor as Visitor;
      expect((await fetchFile(server, visitor, body.file.id)).bytes).toEqual(bytes);
    }
    await sweep(new Date());
    expect(stored().length).toBe(before + 1);
  });

  test("bytes stored during an upload of the same bytes are used by both", async () => {
    const { visitor } = await someone();
    const bytes = unique();
    const hash = new Bun.CryptoHasher("sha256").update(bytes).digest();
    const sha256 = hash.toString("hex");
    const id = Bun.randomUUIDv7();
    const { answer } = await actDuring(
      server.database,
      async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256}`}, 0))`.execute(
          tx,
        );
        const at = new Date();
        await tx
          .insertInto("file_contents")
          .values({ id, sha256: hash, size: bytes.length, created_at: at, placed_at: at })
          .execute();
      },
      async () => ({ answer: await sendFile(server, visitor, { bytes }) }),
    );
    expect(answer.status).toBe(201);
    const held = server.db.selectFrom("files").select("content_id");
    expect(await held.where("id", "=", answer.body.file.id).execute()).toEqual([
      { content_id: id },
    ]);
    // Its own file is deleted by the next sweep.
    await sweep(new Date());
    const kept = server.db.selectFrom("file_contents").select("id").where("sha256", "=", hash);
    expect(await kept.execute()).toEqual([{ id }]);
  });

  test("a file is readable by the server only, under its hash", async () => {
    const bytes = unique();
    await send({ bytes });
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    const folder = joinPath(sha256.slice(0, 2), sha256.slice(2, 4));
    const [name, ...others] = stored(folder);
    expect(name).toStartWith(`${sha256}-`);
    expect(others).toEqual([]);
    const path = joinPath(server.config.dataDir, "files", folder, name ?? "");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test("an unsent file is deleted after a day, a sent one stays", async () => {
    const { person, visitor } = await someone();
    const bytes = [unique(), unique(), unique()];
    const ids: string[] = [];
    for (const content of bytes) {
      ids.push((await sendFile(server, visitor, { bytes: content })).body.file.id);
    }
    const [sent = "", shared = "", unsent = ""] = ids;
    const twin = await sendFile(server, visitor, { bytes: bytes[1] ?? "" });
    await bind(person, [sent, twin.body.file.id]);

    await sweep(hoursAhead(23));
    expect((await fetchFile(server, visitor, unsent)).status).toBe(200);
    await sweep(hoursAhead(25));
    const fetched = async (id: string) => (await fetchFile(server, visitor, id)).bytes;
    expect([await fetched(sent), await fetched(twin.body.file.id)]).toEqual(bytes.slice(0, 2));
    expect((await fetchFile(server, visitor, shared)).status).toBe(404);
    expect((await fetchFile(server, visitor, unsent)).status).toBe(404);
    expect(isStored(bytes[2])).toBe(false);
    expect(isStored(bytes[1])).toBe(true);
  });

  test("an unsent file stays while a draft of its uploader names it, and no one else's", async () => {
    const [{ person, visitor }, stranger] = [await someone(), await someone()];
    const [named, foreign] = [
      (await sendFile(server, visitor, { bytes: unique() })).body.file,
      (await sendFile(server, visitor, { bytes: unique() })).body.file,
    ];
    const draftOf = (user_id: string, file: object) => ({
      ...{ user_id, kind: "new" as const, body: "", form: { files: [file] } },
      ...{ revision: 1, updated_at: new Date() },
    });
    const drafts = [draftOf(person.id, named), draftOf(stranger.person.id, foreign)];
    await server.db.insertInto("drafts").values(drafts).execute();
    await sweep(hoursAhead(25));
    expect((await fetchFile(server, visitor, named.id)).status).toBe(200);
    expect((await fetchFile(server, visitor, foreign.id)).status).toBe(404);
    await server.db.deleteFrom("drafts").where("user_id", "=", person.id).execute();
    await sweep(hoursAhead(25));
    expect((await fetchFile(server, visitor, named.id)).status).toBe(404);
  });

  test("leftovers of a crashed server are deleted too", async () => {
    const { answer } = await send({ bytes: unique() });
    expect(answer.status).toBe(201);
    const arriving = joinPath(server.config.dataDir, "files/arriving/left-behind");
    await Bun.write(arriving, "half of it");
    // It was recorded, and perhaps stored, but the upload did not finish.
    const bytes = unique();
    const hash = new Bun.CryptoHasher("sha256").update(bytes).digest();
    const id = Bun.randomUUIDv7();
    await server.db
      .insertInto("file_contents")
      .values({ id, sha256: hash, size: bytes.length, created_at: new Date() })
      .execute();
    const whole = joinPath(server.config.dataDir, "files/arriving/whole");
    await Bun.write(whole, bytes);
    await server.services.files.put({ id, sha256: hash.toString("hex") }, whole);
    expect(isStored(bytes)).toBe(true);

    await sweep(new Date());
    expect(existsSync(arriving)).toBe(true);
    expect(isStored(bytes)).toBe(true);
    const old = new Date(Date.now() - 3 * 60 * 60_000);
    await utimes(arriving, old, old);
    await sweep(hoursAhead(2));
    expect(existsSync(arriving)).toBe(false);
    expect(isStored(bytes)).toBe(false);
  });

  test("bytes condemned a moment ago are stored again", async () => {
    const { visitor } = await someone();
    const bytes = unique();
    const first = await sendFile(server, visitor, { bytes });
    const content = sql`(select content_id from files where id = ${first.body.file.id}::uuid)`;
    const { again } = await actDuring(
      server.database,
      (tx) => sql`update file_contents set removed_at = now() where id = ${content}`.execute(tx),
      async () => ({ again: await sendFile(server, visitor, { bytes }) }),
    );
    await server.db.deleteFrom("files").where("id", "=", first.body.file.id).execute();
    await sweep(new Date());
    expect((await fetchFile(server, visitor, again.body.file.id)).bytes).toEqual(bytes);
  });

  test("an upload of what is being swept at that moment is not lost", async () => {
    const { visitor } = await someone();
    for (let round = 0; round < 15; round += 1) {
      const bytes = unique();
      const first = await sendFile(server, visitor, { bytes });
      await server.db.deleteFrom("files").where("id", "=", first.body.file.id).execute();
      const [, second] = await Promise.all([
        sweep(new Date()),
        sendFile(server, visitor, { bytes }),
        sweep(new Date()),
      ]);
      await sweep(new Date());
      const fetched = await fetchFile(server, visitor, second.body.file.id);
      expect(fetched.bytes).toEqual(bytes);
      await server.db.deleteFrom("files").where("id", "=", second.body.file.id).execute();
    }
  });
});

function isStored(bytes: Uint8Array | undefined): boolean {
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes ?? "").digest("hex");
  return stored().some((name) => name.startsWith(sha256));
}

async function bind(person: Person, fileIds: string[]): Promise<void> {
  const ticket = await insertTicket(server.db, { requester_id: person.id });
  const message = await insertMessage(server.db, { ticket_id: ticket.id, author_id: person.id });
  await server.db.transaction().execute((tx) =>
    attachFiles(tx, {
      actor: person,
      messageId: message.id,
      fileIds,
    }),
  );
}

async function count() {
  const { files } = await server.db
    .selectFrom("files")
    .select(({ fn }) => fn.countAll<number>().as("files"))
    .executeTakeFirstOrThrow();
  const { contents } = await server.db
    .selectFrom("file_contents")
    .select(({ fn }) => fn.countAll<number>().as("contents"))
    .executeTakeFirstOrThrow();
  return { files, contents };
}

function sweep(now: Date): Promise<void> {
  return sweepFiles({ db: server.db, now }, server.services.files);
}

function hoursAhead(hours: number): Date {
  return new Date(Date.now() + hours * 60 * 60_000);
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries += 1) await Bun.sleep(20);
  expect(holds()).toBe(true);
}
