import { afterEach, expect, test } from "bun:test";
import { dismissAllNotices, notices, notify } from "../components/notices.ts";
import { ApiError } from "./calls/api.ts";
import { OfflineError } from "./connection.ts";
import {
  canRetry,
  errorReason,
  isSessionOver,
  notifyError,
  readFailure,
  WaitedTooLong,
} from "./errors.ts";

afterEach(dismissAllNotices);

const refused = (httpStatus: number) =>
  new ApiError("Words of the desk.", { code: "unexpected", httpStatus });

test("temporary errors are retried twice, refusals never", () => {
  const trouble = [new Error("no answer"), new ApiError("", undefined), refused(500)];
  for (const error of [...trouble, refused(503)]) {
    expect([0, 1, 2].map((count) => canRetry(count, error))).toEqual([true, true, false]);
  }
  for (const status of [400, 401, 403, 404, 409, 413, 429]) {
    expect([status, canRetry(0, refused(status))]).toEqual([status, false]);
  }
  expect(canRetry(0, new OfflineError("It comes by itself."))).toBe(false);
});

test("refusals show the server's message, unexpected errors the general one", () => {
  expect(readFailure(refused(409)).message).toBe("Words of the desk.");
  for (const error of [new Error("fetch failed"), new ApiError("", undefined), "x", null]) {
    expect(readFailure(error)).toMatchObject({ message: "OOps! Something went wrong", code: null });
  }
  expect(isSessionOver(readFailure(refused(401)))).toBe(true);
});

test("an action that waited too long is not reported as undone", () => {
  for (const isUnknown of [false, true]) {
    notifyError("2 tickets were not changed", readFailure(new WaitedTooLong(isUnknown)));
  }
  expect(notices.get().map(({ title }) => title)).toEqual([
    "2 tickets were not changed",
    "Perhaps 2 tickets were not changed",
  ]);
});

test("a refusal shows its reason even if the name contains the hidden word", () => {
  const why = "It was changed since.";
  for (const name of ["#1284 Labels print blank", "#1285 HTTP 500 on sign-in"]) {
    notify({ kind: "error", title: name, message: errorReason(name, why) });
  }
  expect(notices.get().map(({ message }) => message)).toEqual([
    "#1284 Labels print blank: It was changed since.",
    why,
  ]);
});
