import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { fallbackMessage } from "../../shared/client-error-messages.ts";
import {
  dismissAllNotices,
  dismissOffersOf,
  notices,
  notify,
  pauseNotice,
  resumeNotice,
} from "./notices.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  dismissAllNotices();
  jest.useRealTimers();
});

const messages = () => notices.get().map(({ message }) => message);

describe("notices", () => {
  test("info, success and warning disappear after 3000 ms, errors stay", () => {
    notify({ kind: "info", message: "a" });
    notify({ kind: "success", message: "b" });
    notify({ kind: "warning", message: "c" });
    notify({ kind: "error", message: "d" });
    jest.advanceTimersByTime(2999);
    expect(messages()).toEqual(["a", "b", "c", "d"]);
    jest.advanceTimersByTime(1);
    expect(messages()).toEqual(["d"]);
    jest.advanceTimersByTime(600_000);
    expect(messages()).toEqual(["d"]);
  });

  test("a paused notice expires later", () => {
    const id = notify({ kind: "info", message: "a" });
    pauseNotice(id);
    jest.advanceTimersByTime(60_000);
    expect(messages()).toEqual(["a"]);
    resumeNotice(id);
    jest.advanceTimersByTime(3000);
    expect(messages()).toEqual([]);
  });

  test("a message that is missing or mentions http becomes the fallback", () => {
    notify({ kind: "error", message: "" });
    notify({ kind: "error", title: "b", message: "Http failure response for /node" });
    expect(messages()).toEqual([fallbackMessage, fallbackMessage]);
  });

  test("a success message may contain http, as a name or a link", () => {
    const words = [
      "HTTP Systems Ltd was created",
      "https://desk.test/ticket/7",
      "http-500 removed",
    ];
    notify({ kind: "success", message: "HTTP Systems Ltd was created" });
    notify({ kind: "warning", title: "Copy this link", message: "https://desk.test/ticket/7" });
    notify({ kind: "info", message: "http-500 removed" });
    expect(messages()).toEqual(words);
  });

  test("an undone action is no longer offered for undo", () => {
    const action = { label: "Undo", run: () => undefined };
    notify({ kind: "success", message: "a", action, takesBack: "act 1" });
    notify({ kind: "success", message: "b", action, takesBack: "act 2" });
    dismissOffersOf("act 1");
    expect(messages()).toEqual(["b"]);
  });

  test("an error that is already shown is not shown twice", () => {
    const first = notify({ kind: "error", message: "a" });
    expect(notify({ kind: "error", message: "a" })).toBe(first);
    notify({ kind: "error", title: "Password Missmatch", message: "a" });
    expect(messages()).toEqual(["a", "a"]);
  });
});
