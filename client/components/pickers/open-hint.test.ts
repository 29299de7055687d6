import { expect, test } from "bun:test";
import { openHint } from "./open-hint.ts";

test("above the counting limit the hint shows a plus", () => {
  expect([0, 38, 999, 1000].map(openHint)).toEqual([
    ...["0 open", "38 open", "999 open", "999+ open"],
  ]);
});
