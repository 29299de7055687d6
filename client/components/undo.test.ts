import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { forgetShell } from "../data/session/forget.ts";
import { dismissAllNotices, notices, notify } from "./notices.ts";
import { forgetUndo, rememberUndo, trackUndo, undoable, undoOffer } from "./undo.ts";

const document = new EventTarget();

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document, Element: class {} });
});
afterEach(() => {
  dismissAllNotices();
  for (const actId of ["one", "two"]) forgetUndo(actId);
  Reflect.deleteProperty(globalThis, "document");
  Reflect.deleteProperty(globalThis, "Element");
  jest.useRealTimers();
});

function act(actId: string): void {
  const undo = () => forgetUndo(actId);
  rememberUndo({ actId, until: Date.now() + 60_000, undo });
  notify({ kind: "success", message: actId, ...undoOffer(actId, undo) });
}

function pressUndo(): void {
  document.dispatchEvent(Object.assign(new Event("keydown"), { key: "z", ctrlKey: true }));
}

const shown = () => notices.get().map(({ message }) => message);

test("undo by key removes the notice that offered it, and no other", () => {
  act("one");
  act("two");
  notify({ kind: "info", message: "of something else" });
  pressUndo();
  expect(shown()).toEqual(["one", "of something else"]);
  pressUndo();
  expect(shown()).toEqual(["of something else"]);
});

test("only the latest of several notices shows the key", () => {
  const told = () => notices.get().map(({ message, action }) => [message, action?.shortcut]);
  act("one");
  expect(told()).toEqual([["one", "Ctrl Z"]]);
  act("two");
  notify({ kind: "info", message: "of something else" });
  expect(told()).toEqual([
    ["one", undefined],
    ["two", "Ctrl Z"],
    ["of something else", undefined],
  ]);
});

test("without the key, a notice stays for its usual time", () => {
  act("one");
  jest.advanceTimersByTime(2999);
  expect(shown()).toEqual(["one"]);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test("the key undoes the latest action, even before the server has answered", () => {
  const undone: string[] = [];
  act("one");
  const answer = trackUndo("two", () => undone.push("shown again"));
  pressUndo();
  expect(undone).toEqual(["shown again"]);
  expect(undoable(() => undone.push("two"), answer)).toBeNull();
  expect(undone).toEqual(["shown again", "two"]);
  // The action before it is unaffected, and is the next one to undo.
  expect(shown()).toEqual(["one"]);
  pressUndo();
  expect(shown()).toEqual([]);
});

test("a refused action cannot be undone", () => {
  act("one");
  trackUndo("two", () => undefined)(null);
  pressUndo();
  expect(shown()).toEqual([]);
});

test("the next user to sign in cannot undo the previous one's actions", () => {
  const undone: string[] = [];
  rememberUndo({ actId: "one", until: Date.now() + 60_000, undo: () => undone.push("one") });
  forgetShell();
  pressUndo();
  expect(undone).toEqual([]);
});
