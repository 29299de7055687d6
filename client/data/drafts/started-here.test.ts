import { beforeEach, expect, test } from "bun:test";
import { isStartedIn, noteStarted, startedHere, startedKey } from "./started-here.ts";

const draft = { ticketId: "seven", kind: "reply" } as const;
const answer = (askedAt: number, ...kinds: ("reply" | "note")[]) => ({
  keys: new Set(kinds.map((kind) => startedKey({ ticketId: "seven", kind }))),
  askedAt,
});
const isBegun = (given?: ReturnType<typeof answer>) =>
  isStartedIn("seven", given, startedHere.get());

beforeEach(() => startedHere.set(new Map()));

test("without local typing the server decides, for the reply or the note", () => {
  expect(isBegun()).toBe(false);
  expect(isBegun(answer(0))).toBe(false);
  expect(isBegun(answer(0, "note"))).toBe(true);
  expect(isStartedIn("eight", answer(0, "note"), startedHere.get())).toBe(false);
});

test("local typing counts before the server has it, whatever it answers in the meantime", () => {
  noteStarted(draft, true, false);
  expect(isBegun()).toBe(true);
  expect(isBegun(answer(Number.POSITIVE_INFINITY))).toBe(true);
  noteStarted(draft, false, false);
  expect(isBegun(answer(Number.POSITIVE_INFINITY, "reply"))).toBe(false);
});

test("saved drafts of the server count until a later answer", () => {
  noteStarted(draft, false, true);
  const { at = 0 } = startedHere.get().get(startedKey(draft)) ?? {};
  expect(isBegun(answer(at - 1, "reply"))).toBe(false);
  expect(isBegun(answer(at + 1, "reply"))).toBe(true);
});

test("a started note remains when the reply is sent", () => {
  noteStarted(draft, false, true);
  expect(isBegun(answer(0, "reply", "note"))).toBe(true);
});

test("further typing changes nothing", () => {
  noteStarted(draft, true, false);
  const before = startedHere.get();
  noteStarted(draft, true, false);
  expect(startedHere.get()).toBe(before);
});
