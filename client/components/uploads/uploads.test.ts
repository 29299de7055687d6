import { expect, test } from "bun:test";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { ApiError } from "../../data/calls/api.ts";
import { OfflineError, offlineMessages } from "../../data/connection.ts";
import { createUploads } from "./uploads.ts";

type Send = Parameters<typeof createUploads>[0]["send"];

/** A server that answers when the test says so. */
function slowDesk() {
  const arrived: { name: string; accept(): void; refuse(error: Error): void; gone(): boolean }[] =
    [];
  const send: Send = (file, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      arrived.push({
        name: file.name,
        accept: () => resolve(kept(file.name)),
        refuse: reject,
        gone: () => signal.aborted,
      });
    });
  return { arrived, send };
}

const kept = (name: string): MessageFile => ({
  ...{ id: `id of ${name}`, name, type: "text/plain", size: 3 },
  ...{ isImage: false, width: null, height: null },
});
const text = (name: string) => new File(["abc"], name);
const settle = () => Bun.sleep(0);

test("three files upload at the same time, the others wait", async () => {
  const { arrived, send } = slowDesk();
  const uploads = createUploads({ send });
  uploads.add(["a", "b", "c", "d", "e"].map(text));
  expect(arrived.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  arrived[1]?.accept();
  await settle();
  expect(arrived.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(uploads.list.get().map(({ state }) => state)).toEqual([
    ...["sending", "done", "sending", "sending", "waiting"],
  ] as never);
});

test("invalid files are refused before a byte is sent", () => {
  const { arrived, send } = slowDesk();
  const uploads = createUploads({ send, most: 3 });
  const large = Object.defineProperty(text("large"), "size", { value: 25 * 1024 * 1024 + 1 });
  uploads.add([new File([], "empty"), large, text("fits"), text("one more")]);
  expect(uploads.list.get().map(({ trouble }) => trouble)).toEqual([
    "The file is empty.",
    "Files can be up to 25 MB.",
    null,
    "A message can have up to 3 files. Send this one with another message.",
  ]);
  expect(uploads.list.get().every(({ canRetry }) => !canRetry)).toBe(true);
  expect(arrived.map(({ name }) => name)).toEqual(["fits"]);
});

test("an upload waits while offline and is retried; a refused one is not", async () => {
  const { arrived, send } = slowDesk();
  const uploads = createUploads({ send });
  uploads.add(["a", "b", "c"].map(text));
  arrived[0]?.refuse(new OfflineError(offlineMessages.notAnswered));
  arrived[2]?.refuse(new ApiError("", undefined));
  arrived[1]?.refuse(new ApiError("No.", { code: "file_too_large", httpStatus: 413 }));
  await settle();
  const [offline, refused, unexplained] = uploads.list.get();
  expect(offline).toMatchObject({ state: "failed", canRetry: true });
  expect(offline?.trouble).toStartWith("You're offline");
  expect(refused).toMatchObject({ state: "failed", canRetry: false, trouble: "No." });
  expect(unexplained).toMatchObject({
    canRetry: true,
    trouble: "Couldn't upload this file. Try again.",
  });
  uploads.retryAll();
  expect(arrived.map(({ name }) => name)).toEqual(["a", "b", "c", "a", "c"]);
  arrived[3]?.accept();
  await settle();
  expect(uploads.list.get()[0]?.file?.id).toBe("id of a");
});

test("a removed file stops uploading and frees its place", async () => {
  const { arrived, send } = slowDesk();
  const uploads = createUploads({ send, atOnce: 1 });
  uploads.add(["a", "b"].map(text));
  uploads.remove(uploads.list.get()[0]?.key ?? 0);
  await settle();
  expect(arrived.map(({ name, gone }) => [name, gone()])).toEqual([
    ["a", true],
    ["b", false],
  ]);
  uploads.clear();
  expect(arrived[1]?.gone()).toBe(true);
  expect(uploads.list.get()).toEqual([]);
});

test("files of the draft are listed once, and running uploads continue", async () => {
  const { arrived, send } = slowDesk();
  const uploads = createUploads({ send });
  const shown = () => uploads.list.get().map(({ name, state }) => [name, state]);
  uploads.add([text("c")]);
  uploads.settle([kept("a"), kept("b")]);
  uploads.settle([kept("a"), kept("b")]);
  expect(shown()).toEqual([
    ["a", "done"],
    ["b", "done"],
    ["c", "sending"],
  ]);
  expect(new Set(uploads.list.get().map(({ key }) => key)).size).toBe(3);
  uploads.settle([kept("b")]);
  arrived[0]?.accept();
  await settle();
  expect(shown()).toEqual([
    ["b", "done"],
    ["c", "done"],
  ]);
});
