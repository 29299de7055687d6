import { expect, test } from "bun:test";
import { anonymous, createAntiForgery } from "./anti-forgery.ts";

const guard = createAntiForgery(new Uint8Array(32).fill(1));

test("a token is valid for its own session, and different each time", () => {
  const [value, other] = [guard.issue("session"), guard.issue("session")];
  expect(value).not.toBe(other);
  expect(guard.isValid(value, "session")).toBe(true);
  expect(guard.isValid(value, "another")).toBe(false);
  expect(guard.isValid(value, anonymous)).toBe(false);
});

test("a forged, cut or extended token is invalid", () => {
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

test("the header must equal the cookie and be valid", () => {
  const [value, other] = [guard.issue("session"), guard.issue("session")];
  expect(guard.accepts(value, value, "session")).toBe(true);
  expect(guard.accepts(value, other, "session")).toBe(false);
  expect(guard.accepts(undefined, value, "session")).toBe(false);
  expect(guard.accepts(value, undefined, "session")).toBe(false);
  expect(guard.accepts("", "", "session")).toBe(false);
  expect(guard.accepts("x.y", "x.y", "session")).toBe(false);
  expect(guard.accepts(value, value, "another")).toBe(false);
});
