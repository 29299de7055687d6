import { expect, test } from "bun:test";
import { newsMessage } from "../live/live.ts";

const news = [{ topic: "users" as const }];

test("where few listen, nothing is said of how often lists are to be fetched", () => {
  expect(newsMessage(news, 100)).toEqual({ kind: "news", news });
});

test("where many listen, each is told to fetch them seldomer", () => {
  expect(newsMessage(news, 1_000)).toEqual({ kind: "news", news, listsEveryMs: 10_000 });
});
