import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { AppError } from "../../shared/errors.ts";
import type { Env } from "./env.ts";
import { wholeBody } from "./whole-body.ts";

function appThatWaits(withinMs: number): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error)));
  app.use(wholeBody({ bytes: () => 100, depth: 3, withinMs }, { but: /^\/files/ }));
  app.on(["GET", "POST"], ["/", "/files"], async (c) => c.text(`read ${await c.req.raw.text()}`));
  return app;
}

const app = appThatWaits(60_000);

const post = async (body: BodyInit, to = app) =>
  (await to.request("/", { method: "POST", body, headers: { "Content-Type": "x" } })).text();

/** One byte at a time. */
function dripping(text: string, everyMs: number): ReadableStream<Uint8Array> {
  const bytes = [...new TextEncoder().encode(text)];
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(everyMs);
      const next = bytes.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new Uint8Array([next]));
    },
  });
}

test("the received body is read unchanged", async () => {
  expect(await post('{"a":"é"}')).toBe('read {"a":"é"}');
  expect(await post(dripping('{"a":"é"}', 0))).toBe('read {"a":"é"}');
  expect(await post("")).toBe("read ");
  expect(await (await app.request("/")).text()).toBe("read ");
});

test("one byte too many is refused, whether declared or not", async () => {
  const claims = async (length: number) => {
    const headers = { "Content-Length": `${length}` };
    return (await app.request("/", { method: "POST", body: "x", headers })).text();
  };
  expect(await claims(100)).toBe("read x");
  expect(await claims(101)).toBe("too_large");
  expect(await post("x".repeat(100))).toStartWith("read ");
  expect(await post("x".repeat(101))).toBe("too_large");
  expect(await post(dripping("x".repeat(101), 0))).toBe("too_large");
});

describe("a body nested too deeply is refused before it is parsed", () => {
  test.each([
    ["[[[]]]", true],
    ['{"a":[{}]}', true],
    ["[],[],[],[],[]", true],
    ['"[[[[[["', true],
    ['"\\"[[[["', true],
    ["{},{},{},{},{}", true],
    ["[[[[", false],
    ["[[]][[[[", false],
    ['{"a":{"b":{"c":{}}}}', false],
    ['["\\\\",[[[', false],
  ])("%s: %p", async (body, passes) => {
    expect(await post(body)).toBe(passes ? `read ${body}` : "invalid_json");
  });
});

test("a body that is not UTF-8 is refused, not stored with replacement characters", async () => {
  const latin1 = (text: string) => post(Buffer.from(text, "latin1"));
  expect(await latin1('{"a":"Muller"}')).toBe('read {"a":"Muller"}');
  expect(await latin1('{"a":"Müller"}')).toBe("invalid_json");
  expect(await post(Buffer.from('{"a":"Müller"}').subarray(0, 8))).toBe("invalid_json");
});

test("file uploads have limits of their own", async () => {
  const body = "[".repeat(101);
  expect(await (await app.request("/files", { method: "POST", body })).text()).toBe(`read ${body}`);
});

test("a slow body is not waited for", async () => {
  expect(await post(dripping("x".repeat(90), 10), appThatWaits(60))).toBe("body_broken");
});

test("a body that breaks off is a client error", async () => {
  const body = new ReadableStream({ pull: () => Promise.reject(new Error("gone")) });
  expect(await post(body)).toBe("body_broken");
});
