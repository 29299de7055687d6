import { expect, test } from "bun:test";
import { withoutSecrets } from "./smtp.ts";

test.each([
  ["550 5.1.1 <ana.ruiz@example.com>: no such user", "550 5.1.1 <[address]>: no such user"],
  ["no user ana@example.com.", "no user [address]"],
  ["blocked, see https://mx.example.com/why?id=1 now", "blocked, see [link] now"],
  ["connect smtp://u:p@mail.example.com:587 failed", "connect [link] failed"],
  ["token 4f0d-Zq_bTgkLm9wQxYc2RnVh8SaEjUo3PiXl5tGyHz seen", "token […] seen"],
  ["535 desk cannot sign in with s3cret", "535 […] cannot sign in with […]"],
  ["250-one\r\n250 two\0three\u007f", "250-one 250 two three"],
  ["451 4.3.0 4bQ1X2y3Z queued elsewhere", "451 4.3.0 4bQ1X2y3Z queued elsewhere"],
])("%j is stored as %j", (words, kept) => {
  expect(withoutSecrets(words, ["desk", "s3cret"])).toBe(kept);
});

test("at most 1000 characters are stored, and no half of one", () => {
  const kept = withoutSecrets(`${"no ".repeat(333)}😀😀`, []);
  expect(kept.length).toBe(1000);
  expect(kept.isWellFormed()).toBe(true);
  expect(withoutSecrets("so \ud800 be it", []).isWellFormed()).toBe(true);
});

test("at most 4000 characters of a mail server's answer are read", () => {
  const silence = " ".repeat(3996);
  expect(withoutSecrets(`${silence}here, ana@example.com`, [])).toBe("here");
  expect(withoutSecrets(`${silence} ${"a@".repeat(500_000)}`, ["a@"])).toBe("[…]a");
});
