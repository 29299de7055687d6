import { afterEach, beforeEach, expect, test } from "bun:test";
import { connectionLost, connectionRestored, forgetConnection } from "../connection.ts";
import { sendFile } from "./send-file.ts";

/** As in browsers, aborting an unsent request fires no event. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  readonly upload = {};
  status = 0;
  responseText = "";
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  private isUnderWay = false;

  open() {}
  setRequestHeader() {}
  send() {
    this.isUnderWay = true;
    FakeRequest.sent.push(this);
  }
  abort() {
    if (this.isUnderWay) this.end(this.onabort);
  }
  answer(body: unknown) {
    Object.assign(this, { status: 200, responseText: JSON.stringify(body) });
    this.end(this.onload);
  }
  fail() {
    this.end(this.onerror);
  }
  private end(how: () => void) {
    this.isUnderWay = false;
    how();
    this.onloadend();
  }
}

const own = { XMLHttpRequest: globalThis.XMLHttpRequest, fetch: globalThis.fetch };

beforeEach(() => {
  FakeRequest.sent = [];
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest, document: { cookie: "" } });
});
afterEach(() => {
  forgetConnection();
  Object.assign(globalThis, own);
  Reflect.deleteProperty(globalThis, "document");
});

test("an upload that was cut off by a connection loss is sent again", async () => {
  const health = Promise.withResolvers<Response>();
  const ask = () => health.promise;
  globalThis.fetch = Object.assign(ask, { preconnect() {} });
  const sending = { signal: new AbortController().signal, onProgress() {} };
  const sent = sendFile(new File(["abc"], "a.txt"), sending);
  FakeRequest.sent[0]?.fail();
  await Bun.sleep(0);
  connectionLost();
  connectionRestored();
  health.resolve(new Response());
  await Bun.sleep(0);
  const file = { id: "1", name: "a.txt" };
  FakeRequest.sent[1]?.answer({ file });
  expect(FakeRequest.sent).toHaveLength(2);
  expect(await sent).toEqual(file as never);
});
