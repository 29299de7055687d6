import { expect, test } from "bun:test";
import { loginWith, readLoginMessage, signedOutMessage } from "./login-message.ts";

test("a message passes through the address unchanged", () => {
  const search = new URL(loginWith(signedOutMessage), "http://desk.test").search;
  expect(readLoginMessage(search)).toBe("You have been successfully logged out!");
});

test("at most 200 characters are shown, and nothing for an empty message", () => {
  expect(readLoginMessage(`?message=${"x".repeat(300)}`)).toHaveLength(200);
  expect(readLoginMessage("?message=%20")).toBeNull();
  expect(readLoginMessage("")).toBeNull();
});
