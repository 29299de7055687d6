import { test } from "bun:test";
import { onceThisProcessEnded } from "./once-ended.ts";

test("this does not end by itself", async () => {
  onceThisProcessEnded('touch "$DONE"', { DONE: process.env.DONE ?? "" });
  await new Promise(() => {});
});
