import { expect, test } from "bun:test";
import { isKnownBrowser, rememberBrowser } from "./known-browser.ts";

const key = new Uint8Array(32).fill(1);
const of = (id: string, password_hash: string | null = "hash") => ({ id, password_hash });

test("a browser is known to users who signed in there, until their password changes", () => {
  const cookie = rememberBrowser(key, undefined, of("ana"));
  expect(isKnownBrowser(key, cookie, of("ana"))).toBe(true);
  expect(isKnownBrowser(key, cookie, of("ben"))).toBe(false);
  expect(isKnownBrowser(key, cookie, of("ana", "another"))).toBe(false);
  expect(isKnownBrowser(new Uint8Array(32).fill(2), cookie, of("ana"))).toBe(false);
});

test("no browser is known to visitors, or to users without a password", () => {
  const cookie = rememberBrowser(key, undefined, of("ana", null));
  expect(isKnownBrowser(key, cookie, of("ana", null))).toBe(false);
  expect(isKnownBrowser(key, cookie, undefined)).toBe(false);
  expect(isKnownBrowser(key, undefined, of("ana"))).toBe(false);
  expect(isKnownBrowser(key, "", of("ana"))).toBe(false);
  expect(isKnownBrowser(key, "~", of("ana"))).toBe(false);
});

test("five users are remembered, each once, the most recent longest", () => {
  let cookie = "";
  const names = ["one", "two", "three", "four", "five"];
  for (const name of [...names, "five"]) cookie = rememberBrowser(key, cookie, of(name));
  expect(names.every((name) => isKnownBrowser(key, cookie, of(name)))).toBe(true);
  cookie = rememberBrowser(key, cookie, of("one"));
  expect(cookie.split("~")).toHaveLength(5);
  cookie = rememberBrowser(key, `~${cookie}~`, of("six"));
  const known = [...names, "six"].filter((name) => isKnownBrowser(key, cookie, of(name)));
  expect(known).toEqual(["one", "three", "four", "five", "six"]);
  expect(cookie.split("~").every((mark) => mark.length === 43)).toBe(true);
});

test.each(["\0", "; Domain=evil.test", "..", "a b", `${"x".repeat(42)}\n`])(
  "a value planted as %j is not written back",
  (planted) => {
    const cookie = rememberBrowser(key, `${planted}~~${planted}`, of("ana"));
    expect(cookie).toMatch(/^[\w-]{43}$/);
    expect(isKnownBrowser(key, `${planted}~${cookie}`, of("ana"))).toBe(true);
  },
);
