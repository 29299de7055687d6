import { expect, test } from "bun:test";
import { recordIn } from "./use-record-keys.ts";

test.each([
  ["/user/log", null],
  ["/user/log/", null],
  ["/user/", null],
  ["/user", null],
  ["/users/0199", null],
  ["/ticket/12", null],
  ["/user/0199-ABCD", "0199-abcd"],
  ["/user/0199-abcd/", "0199-abcd"],
])("%s", (path, id) => {
  expect(recordIn("/user", path)).toBe(id);
});
