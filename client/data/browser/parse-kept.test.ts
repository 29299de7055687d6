import { expect, test } from "bun:test";
import { parseKept } from "./parse-kept.ts";

test("what was kept is read, and what cannot be read is as if it never had been", () => {
  expect(parseKept('{"after":"next"}')).toEqual({ after: "next" });
  for (const kept of [null, "", "null", '{"after":"ne', "undefined"]) {
    expect([kept, parseKept(kept)]).toEqual([kept, null]);
  }
});
