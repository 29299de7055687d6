import { expect, test } from "bun:test";
import { parseStored } from "./local-storage.ts";

test("stored JSON is parsed, and unreadable JSON counts as missing", () => {
  expect(parseStored('{"after":"next"}')).toEqual({ after: "next" });
  for (const kept of [null, "", "null", '{"after":"ne', "undefined"]) {
    expect([kept, parseStored(kept)]).toEqual([kept, null]);
  }
});
