import { expect, test } from "bun:test";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { OfflineError, offlineMessages } from "../../data/connection.ts";
import { askBeforeLeaving, hasUploadsInProgress } from "./in-progress.ts";
import { createUploads } from "./uploads.ts";

const kept = (name: string): MessageFile => ({
  ...{ id: `id of ${name}`, name, type: "text/plain", size: 3 },
  ...{ isImage: false, width: null, height: null },
});

/** Whether the browser would ask before closing the page. */
function isAsked(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("closing the page asks while a file is uploading or waits for the connection", async () => {
  let settle: { accept: (file: MessageFile) => void; refuse: (error: Error) => void } | undefined;
  const uploads = createUploads({
    send: () =>
      new Promise((accept, refuse) => {
        settle = { accept, refuse };
      }),
  });
  const stop = askBeforeLeaving(uploads);
  expect(isAsked()).toBe(false);
  uploads.add([new File(["abc"], "a")]);
  expect(isAsked()).toBe(true);
  settle?.refuse(new OfflineError(offlineMessages.notSent));
  await Bun.sleep(0);
  expect(isAsked()).toBe(true);
  uploads.retryAll();
  settle?.accept(kept("a"));
  await Bun.sleep(0);
  expect(isAsked()).toBe(false);

  // A file that can never be uploaded does not count.
  uploads.add([new File([], "empty")]);
  expect(isAsked()).toBe(false);
  uploads.add([new File(["abc"], "b")]);
  stop();
  expect(isAsked()).toBe(false);
  expect(hasUploadsInProgress()).toBe(false);
});
