import { expect, test } from "bun:test";
import { newRequestId } from "./request-id.ts";

test("a request id is a UUID v7 with the current time, different each time", () => {
  const now = Date.UTC(2026, 10, 21, 9, 30);
  const ids = Array.from({ length: 200 }, () => newRequestId(now));
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(now);
  }
  expect(new Set(ids).size).toBe(ids.length);
});
