import { afterEach, beforeEach, expect, test } from "bun:test";
import { dismissAllNotices, notices } from "../../components/notices.ts";
import { ApiError } from "../../data/calls/api.ts";
import { sessionExpired } from "../../data/errors.ts";
import { undoByCall } from "./notices.ts";

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

async function undo(httpStatus: number): Promise<void> {
  const refusal = new ApiError("Not now.", { code: "unexpected", httpStatus });
  await new Promise<void>((settle) => {
    undoByCall(() => Promise.reject(refusal), settle)?.action.run();
  });
}

test("an undo after the session expired shows the alert and no notice", async () => {
  await undo(401);
  expect(sessionExpired.get()).toBe(true);
  expect(notices.get()).toEqual([]);
});

test("a refused undo shows a notice", async () => {
  await undo(409);
  expect(sessionExpired.get()).toBe(false);
  expect(notices.get().map(({ title }) => title)).toEqual(["Couldn't undo this"]);
});
