import { beforeEach, expect, test } from "bun:test";
import { forgetShell } from "../../data/session/forget.ts";
import { noteSeen, seenBefore, seenLately } from "./seen-lately.ts";

beforeEach(forgetShell);

const numbers = () => seenLately.get().map(({ number }) => number);

function see(...seen: number[]): void {
  for (const number of seen) noteSeen({ number, subject: `Subject ${number}` });
}

test("the latest ticket comes first, each once", () => {
  see(1, 2, 3, 1);
  expect(numbers()).toEqual([1, 3, 2]);
});

test("a ticket has the subject it had when it was last opened", () => {
  see(1);
  noteSeen({ number: 1, subject: "Renamed" });
  expect(seenLately.get()).toEqual([{ number: 1, subject: "Renamed" }]);
});

test("only a few are kept", () => {
  see(1, 2, 3, 4, 5, 6, 7);
  expect(numbers()).toEqual([7, 6, 5, 4, 3, 2]);
});

test("the open ticket is left out", () => {
  see(11, 1);
  expect(seenBefore(seenLately.get(), "/ticket/1").map(({ number }) => number)).toEqual([11]);
  expect(seenBefore(seenLately.get(), "/ticket/log")).toHaveLength(2);
});

test("the next user to sign in sees none of them", () => {
  see(1);
  forgetShell();
  expect(numbers()).toEqual([]);
});
