import { expect, test } from "bun:test";
import { requestIdOf, traceIdOf } from "./trace.ts";

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
