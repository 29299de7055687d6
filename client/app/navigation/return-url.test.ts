import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { leadsInside, saveReturnUrl, takeReturnUrl } from "./return-url.ts";

/** Browser globals that Bun lacks. */
const browser = {
  location: new URL("http://desk.test/login"),
  localStorage: createStorage(),
  sessionStorage: createStorage(),
};
const names = Object.keys(browser) as (keyof typeof browser)[];
const before = names.map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

beforeAll(() => {
  for (const name of names) {
    Object.defineProperty(globalThis, name, { configurable: true, value: browser[name] });
  }
});
afterAll(() => {
  for (const [name, was] of before) {
    if (was) Object.defineProperty(globalThis, name, was);
    else Reflect.deleteProperty(globalThis, name);
  }
});
beforeEach(() => sessionStorage.removeItem("frontdesk.way-back"));

const place = { pathname: "/ticket/1042", search: "?q=claim", hash: "#end" };
const ana = { id: "ana", role: "Agent" } as const;
const ben = { id: "ben", role: "Agent" } as const;

test("the return URL must be a path of this site", () => {
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

test("the saved page is returned to its own user only, once", () => {
  saveReturnUrl(place, ana.id);
  expect(takeReturnUrl(ana)).toBe("/ticket/1042?q=claim#end");
  expect(takeReturnUrl(ana)).toBe("/ticket/log");
  saveReturnUrl(place, ana.id);
  expect(takeReturnUrl(ben)).toBe("/ticket/log");
  expect(takeReturnUrl(ana)).toBe("/ticket/log");
});

test("without a signed-in user, the saved page is for the next one with access to it", () => {
  saveReturnUrl(place, null);
  expect(takeReturnUrl(ben)).toBe("/ticket/1042?q=claim#end");
  saveReturnUrl({ ...place, pathname: "/user/log" }, null);
  expect(takeReturnUrl(ben)).toBe("/ticket/log");
});

test("a return URL of an earlier release has no owner", () => {
  sessionStorage.setItem("frontdesk.way-back", "/ticket/1042");
  expect(takeReturnUrl(ana)).toBe("/ticket/log");
});

test("an unreadable return URL is ignored", () => {
  for (const kept of ['{"wanted":"/tick', "{}", '{"wanted":1,"personId":null}']) {
    sessionStorage.setItem("frontdesk.way-back", kept);
    expect(takeReturnUrl(ana)).toBe("/ticket/log");
  }
});

test("a manipulated return URL leads to no other site", () => {
  const kept = { wanted: "//elsewhere.test/ticket/log", personId: null };
  sessionStorage.setItem("frontdesk.way-back", JSON.stringify(kept));
  expect(takeReturnUrl(ana)).toBe("/ticket/log");
});

test("without a return URL it is the last used area, if the role has it", () => {
  localStorage.setItem("selected-menu", "Users");
  expect(takeReturnUrl({ id: "maya", role: "Super Admin" })).toBe("/user/log");
  expect(takeReturnUrl({ id: "ida", role: "Customer" })).toBe("/ticket/log");
  localStorage.removeItem("selected-menu");
});

function createStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
