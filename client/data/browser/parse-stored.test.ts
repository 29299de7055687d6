import { expect, test } from "bun:test";
import { parseStored } from "./parse-stored.ts";

test("what was kept is read, and what cannot be read is as if it never had been", () => {
  expect(parseStored('{"after":"next"}')).toEqual({ after: "next" });
  for (const kept of [null, "", "null", '{"after":"ne', "undefined"]) {
    expect([kept, parseStored(kept)]).toEqual([kept, null]);
  }
});
