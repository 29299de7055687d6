import { expect, test } from "bun:test";
import { withSearch } from "./recent-searches.ts";

test("the newest search comes first, each once, and the sixth is dropped", () => {
  const five = ["five", "four", "three", "two", "one"];
  expect(withSearch(five, " six ")).toEqual(["six", "five", "four", "three", "two"]);
  expect(withSearch(five, "three")).toEqual(["three", "five", "four", "two", "one"]);
  expect(withSearch(five, "  ")).toEqual(five);
});

test("a search that extends the previous one replaces it", () => {
  expect(withSearch(["status:pending", "crane"], "status:pending tag:billing")).toEqual([
    ...["status:pending tag:billing", "crane"],
  ]);
  // An earlier search is kept separately.
  expect(withSearch(["labels", "crane"], "crane tag:billing")).toEqual([
    ...["crane tag:billing", "labels", "crane"],
  ]);
});
