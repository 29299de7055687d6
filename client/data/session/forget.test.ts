import { expect, test } from "bun:test";
import { createUserStore, forgetShell } from "./forget.ts";

test("what somebody was asked is no question to who signs in next", () => {
  const question = createUserStore<string | null>(null);
  question.set("Merge these two?");
  const heard: (string | null)[] = [];
  question.subscribe(() => heard.push(question.get()));
  forgetShell();
  expect(heard).toEqual([null]);
});
