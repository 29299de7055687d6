import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSpool } from "./spool.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-spool-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = { bytes: 1000, stallMs: 10_000, totalMs: 10_000 };
const textOf = (path: string) => Bun.file(path).text();

describe("an arriving file is stored completely", () => {
  test("even if its chunks share one buffer", async () => {
    const all = new TextEncoder().encode("one two three");
    const pieces = [all.subarray(0, 4), all.subarray(4, 8), all.subarray(8)];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const received = await createSpool(folder).receive(body, limits);
    expect(await textOf(received.path)).toBe("one two three");
    expect(received).toMatchObject({
      size: 13,
      sha256: new Bun.CryptoHasher("sha256").update("one two three").digest("hex"),
    });
    await received.discard();
  });

  test("and can be read in parts up to its end", async () => {
    const received = await createSpool(folder).receive(new Blob(["one two"]).stream(), limits);
    const read = async (offset: number, length: number) =>
      new TextDecoder().decode(await received.read(offset, length));
    expect([await read(0, 3), await read(4, 10), await read(7, 1)]).toEqual(["one", "two", ""]);
    await received.discard();
  });
});

test("unless it exceeds the limit, which stops the sender", async () => {
  const told = Promise.withResolvers<void>();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(600)),
    cancel: () => told.resolve(),
  });
  const receiving = createSpool(folder).receive(endless, limits);
  await expect(receiving).rejects.toMatchObject({ code: "file_too_large" });
  await told.promise;
});

describe("an upload that breaks off", () => {
  const breaking = (error: Error) =>
    new ReadableStream<Uint8Array>({ start: (controller) => controller.error(error) });

  test.each([
    ["AbortError", Object.assign(new Error("Aborted"), { name: "AbortError" })],
    ["ECONNRESET", Object.assign(new Error("Reset"), { code: "ECONNRESET" })],
  ])("because its sender disconnected (%s) is reported as such", async (_, error) => {
    const receiving = createSpool(folder).receive(breaking(error), limits);
    await expect(receiving).rejects.toMatchObject({ code: "upload_broken" });
  });

  test("for any other reason is a server error, and nothing is stored", async () => {
    const receiving = createSpool(folder).receive(breaking(new Error("The cable burns")), limits);
    await expect(receiving).rejects.toThrow("The cable burns");
    expect(await readdir(join(folder, "files/arriving"))).toEqual([]);
  });
});
