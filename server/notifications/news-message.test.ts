import { expect, test } from "bun:test";
import { newsMessage } from "../live/live.ts";

const news = [{ topic: "users" as const }];

test("with few listeners the rate of list refetches is not sent", () => {
  expect(newsMessage(news, 100)).toEqual({ kind: "news", news });
});

test("with many listeners each refetches less often", () => {
  expect(newsMessage(news, 1_000)).toEqual({ kind: "news", news, listsEveryMs: 10_000 });
});
