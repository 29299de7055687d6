import { expect, test } from "bun:test";
import { anonymous, createAntiForgery } from "./anti-forgery.ts";

const guard = createAntiForgery(new Uint8Array(32).fill(1));

test("a value is good for the session that it was made for, and each is another", () => {
  const [value, other] = [guard.issue("session"), guard.issue("session")];
  expect(value).not.toBe(other);
  expect(guard.isValid(value, "session")).toBe(true);
  expect(guard.isValid(value, "another")).toBe(false);
  expect(guard.isValid(value, anonymous)).toBe(false);
});

test("a value that was made up, cut or added to is none", () => {
  const value = guard.issue("session");
  const [random, signed] = value.split(".");
  for (const made of [
    ...[undefined, "", ".", `${random}`, `${random}.`, `.${signed}`, `${value}.`, `${value}.x`],
    ...[`x${value}`, `${value}x`, `${signed}.${random}`],
    createAntiForgery(new Uint8Array(32).fill(2)).issue("session"),
  ]) {
    expect(guard.isValid(made, "session")).toBe(false);
  }
});

test("the header has to say what the cookie says, and that has to be good", () => {
  const [value, other] = [guard.issue("session"), guard.issue("session")];
  expect(guard.accepts(value, value, "session")).toBe(true);
  expect(guard.accepts(value, other, "session")).toBe(false);
  expect(guard.accepts(undefined, value, "session")).toBe(false);
  expect(guard.accepts(value, undefined, "session")).toBe(false);
  expect(guard.accepts("", "", "session")).toBe(false);
  expect(guard.accepts("x.y", "x.y", "session")).toBe(false);
  expect(guard.accepts(value, value, "another")).toBe(false);
});
