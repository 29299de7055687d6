import { expect, test } from "bun:test";
import { createSteps } from "./steps.ts";

function shown(isTTY: boolean): string {
  let text = "";
  const steps = createSteps({ isTTY, write: (words) => (text += words) });
  steps.begin("client");
  steps.begin("tables");
  steps.end();
  steps.end();
  return text;
}

test("each step is one line", () => {
  expect(shown(false)).toBe("Building the pages…\nCreating the tables…\n");
});

test("on a terminal a bar is replaced by the line of the finished step", () => {
  expect(
    shown(true)
      .replace(/[\d.]+ s/g, "0 s")
      .split("\r\x1b[K"),
  ).toEqual([
    "[····················] Building the pages…",
    "Building the pages: done in 0 s\n[########············] Creating the tables…",
    "Creating the tables: done in 0 s\n",
  ]);
});
