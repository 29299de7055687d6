import { expect, test } from "bun:test";
import { Hono } from "hono";
import * as z from "zod/mini";
import { AppError } from "../../shared/errors.ts";
import { methodsOf } from "./app.ts";
import type { Env } from "./env.ts";
import { readJson, readRequestKey, readUuid, requestIdOf, traceIdOf } from "./read-request.ts";

const id = "01A2069D-C342-726B-990B-8BA22F982D98";
const app = new Hono<Env>();
app.use("/node/*", (_, next) => next());
app.post("/node/act", async (c) => c.json(await readJson(c, z.strictObject({ a: z.int() }))));
app.get("/node/act", (c) => c.text(readRequestKey(c) ?? "none"));
app.put("/node/acts/:id", (c) => c.text(readUuid(c.req.param("id"))));
app.get("/page", (c) => c.text("a page"));
app.all("/node/*", (c) => c.text("none"));
app.onError((error, c) => c.text(error instanceof AppError ? error.code : error.name));

const post = async (type: string, body = '{"a":1}') =>
  (
    await app.request("/node/act", { method: "POST", body, headers: { "Content-Type": type } })
  ).text();

test("a body must be declared as JSON", async () => {
  for (const type of ["application/json", "Application/JSON", "application/json ; charset=utf-8"]) {
    expect(await post(type)).toBe('{"a":1}');
  }
  for (const type of [
    ...["text/plain", "text/plain; application/json", "application/jsonp", ""],
    "x-application/json",
  ]) {
    expect(await post(type)).toBe("wrong_media_type");
  }
  expect(await post("application/json", "{")).toBe("invalid_json");
  expect(await post("application/json", "")).toBe("invalid_json");
  expect(await post("application/json", '{"a":"x"}')).not.toContain("{");
});

test("an id in a path is lower case, and anything else is not found", async () => {
  const put = async (text: string) =>
    (await app.request(`/node/acts/${text}`, { method: "PUT" })).text();
  expect(await put(id)).toBe(id.toLowerCase());
  for (const none of ["7", `${id}0`, `x${id}`]) expect(await put(none)).toBe("not_found");
});

test("an idempotency key is a UUID or absent", async () => {
  const get = async (headers: Record<string, string>) =>
    (await app.request("/node/act", { headers })).text();
  expect(await get({})).toBe("none");
  expect(await get({ "Idempotency-Key": id })).toBe(id.toLowerCase());
  expect(await get({ "Idempotency-Key": "once" })).toBe("invalid_input");
});

test("the methods of a call are known; pages and middleware have none", () => {
  expect(methodsOf(app, "/node/act")).toEqual(["GET", "HEAD", "POST"]);
  expect(methodsOf(app, "/node/acts/7")).toEqual(["PUT"]);
  expect(methodsOf(app, "/node/nothing")).toEqual([]);
  expect(methodsOf(app, "/page")).toEqual([]);
});

test("a request keeps the id of the proxy, unless it could not be written to a log line", () => {
  const id = "01a2b3c4-0000-7000-8000-0123456789ab";
  expect(requestIdOf(id)).toBe(id);
  expect(requestIdOf("req:7f3/abc=+1")).toBe("req:7f3/abc=+1");
  for (const bad of [undefined, "", "short", "a".repeat(65), "with space", 'quote"quote"']) {
    expect(requestIdOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("a traceparent names its trace, unless it is malformed or empty", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  expect(traceIdOf(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace);
  for (const bad of [undefined, "", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, `00-${trace}`]) {
    expect(traceIdOf(bad)).toBeUndefined();
  }
});
