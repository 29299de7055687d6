import { afterEach, beforeEach, expect, test } from "bun:test";
import { dismissAllNotices, notices } from "../../components/notices.ts";
import { ApiError } from "../../data/calls/api.ts";
import { sessionExpired } from "../../data/errors.ts";
import { takingBack } from "./taking-back.ts";

beforeEach(() => {
  Object.assign(globalThis, {
    document: new EventTarget(),
    Element: class {},
    location: { pathname: "/settings/tags" },
  });
});
afterEach(() => {
  dismissAllNotices();
  sessionExpired.set(false);
  for (const name of ["document", "Element", "location"]) Reflect.deleteProperty(globalThis, name);
});

async function takeBack(httpStatus: number): Promise<void> {
  const refusal = new ApiError("Not now.", { code: "unexpected", httpStatus });
  await new Promise<void>((settle) => {
    takingBack(() => Promise.reject(refusal), settle)?.action.run();
  });
}

test("what is taken back after the session is over brings the alert, and no notice beside it", async () => {
  await takeBack(401);
  expect(sessionExpired.get()).toBe(true);
  expect(notices.get()).toEqual([]);
});

test("what the desk refuses to take back is told", async () => {
  await takeBack(409);
  expect(sessionExpired.get()).toBe(false);
  expect(notices.get().map(({ title }) => title)).toEqual(["It was not taken back"]);
});
