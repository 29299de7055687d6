import { expect, test } from "bun:test";
import { openHint } from "./open-hint.ts";

test("where the desk counted no further, there may be more", () => {
  expect([0, 38, 999, 1000].map(openHint)).toEqual([
    ...["0 open", "38 open", "999 open", "999+ open"],
  ]);
});
