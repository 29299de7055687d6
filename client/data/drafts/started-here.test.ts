import { beforeEach, expect, test } from "bun:test";
import { begunHere, begunKey, isBegunIn, noteBegun } from "./started-here.ts";

const draft = { ticketId: "seven", kind: "reply" } as const;
const answer = (askedAt: number, ...kinds: ("reply" | "note")[]) => ({
  keys: new Set(kinds.map((kind) => begunKey({ ticketId: "seven", kind }))),
  askedAt,
});
const isBegun = (given?: ReturnType<typeof answer>) => isBegunIn("seven", given, begunHere.get());

beforeEach(() => begunHere.set(new Map()));

test("where nothing was typed here the server says it, of the reply or the note", () => {
  expect(isBegun()).toBe(false);
  expect(isBegun(answer(0))).toBe(false);
  expect(isBegun(answer(0, "note"))).toBe(true);
  expect(isBegunIn("eight", answer(0, "note"), begunHere.get())).toBe(false);
});

test("what is typed here shows before the server has it, and whatever it says meanwhile", () => {
  noteBegun(draft, true, false);
  expect(isBegun()).toBe(true);
  expect(isBegun(answer(Number.POSITIVE_INFINITY))).toBe(true);
  noteBegun(draft, false, false);
  expect(isBegun(answer(Number.POSITIVE_INFINITY, "reply"))).toBe(false);
});

test("what the server took stands until an answer that was asked for later", () => {
  noteBegun(draft, false, true);
  const { at = 0 } = begunHere.get().get(begunKey(draft)) ?? {};
  expect(isBegun(answer(at - 1, "reply"))).toBe(false);
  expect(isBegun(answer(at + 1, "reply"))).toBe(true);
});

test("a note that is begun stays one while the reply beside it goes", () => {
  noteBegun(draft, false, true);
  expect(isBegun(answer(0, "reply", "note"))).toBe(true);
});

test("each key that is pressed changes nothing", () => {
  noteBegun(draft, true, false);
  const before = begunHere.get();
  noteBegun(draft, true, false);
  expect(begunHere.get()).toBe(before);
});
