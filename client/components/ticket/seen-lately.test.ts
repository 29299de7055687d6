import { beforeEach, expect, test } from "bun:test";
import { forgetShell } from "../../data/session/forget.ts";
import { noteSeen, seenBefore, seenLately } from "./seen-lately.ts";

beforeEach(forgetShell);

const numbers = () => seenLately.get().map(({ number }) => number);

function see(...seen: number[]): void {
  for (const number of seen) noteSeen({ number, subject: `Subject ${number}` });
}

test("the ticket seen last stands first, and each of them once", () => {
  see(1, 2, 3, 1);
  expect(numbers()).toEqual([1, 3, 2]);
});

test("it is called as it was when it was seen last", () => {
  see(1);
  noteSeen({ number: 1, subject: "Called anew" });
  expect(seenLately.get()).toEqual([{ number: 1, subject: "Called anew" }]);
});

test("a few are kept", () => {
  see(1, 2, 3, 4, 5, 6, 7);
  expect(numbers()).toEqual([7, 6, 5, 4, 3, 2]);
});

test("the one that is open is no way back", () => {
  see(11, 1);
  expect(seenBefore(seenLately.get(), "/ticket/1").map(({ number }) => number)).toEqual([11]);
  expect(seenBefore(seenLately.get(), "/ticket/log")).toHaveLength(2);
});

test("whoever signs in next finds none of them", () => {
  see(1);
  forgetShell();
  expect(numbers()).toEqual([]);
});
