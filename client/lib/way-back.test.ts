import { afterAll, beforeAll, expect, test } from "bun:test";
import { leadsInside } from "./way-back.ts";

const before = Object.getOwnPropertyDescriptor(globalThis, "location");
beforeAll(() => {
  Object.defineProperty(globalThis, "location", {
    configurable: true,
    value: new URL("http://desk.test/login"),
  });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, "location", before);
  else Reflect.deleteProperty(globalThis, "location");
});

test("the way back is a path of this site", () => {
  expect(leadsInside("/ticket/log?view=pending#x")).toBe(true);
  for (const address of [
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test/",
    "/\t/evil.test",
    "javascript:alert(1)",
    "ticket/log",
    "",
    "/login",
    "/login/?message=x",
    "/reset-password#t",
  ]) {
    expect([address, leadsInside(address)]).toEqual([address, false]);
  }
});
