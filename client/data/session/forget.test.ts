import { expect, test } from "bun:test";
import { createUserStore, forgetShell } from "./forget.ts";

test("an open question is not shown to the next user", () => {
  const question = createUserStore<string | null>(null);
  question.set("Merge these two?");
  const heard: (string | null)[] = [];
  question.subscribe(() => heard.push(question.get()));
  forgetShell();
  expect(heard).toEqual([null]);
});
