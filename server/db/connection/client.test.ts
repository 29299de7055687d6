import { expect, test } from "bun:test";
import * as client from "./client.ts";

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error("canary"), { code, ...more });

const kinds = {
  lost: client.isConnectionFailure,
  timeout: client.isTimeout,
  room: client.isOutOfSpace,
  locked: client.isLockConflict,
  text: client.isUnstorableText,
};
const kindsOf = (error: unknown) =>
  Object.entries(kinds).flatMap(([kind, is]) => (is(error) ? [kind] : []));

test.each([
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECT_TIMEOUT"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENOTFOUND"],
  ...["57P01", "57P02", "57P03", "53300", "25P03", "25006", "08000", "08006", "08P01"],
])("%s: the connection is lost", (code) => {
  expect(kindsOf(coded(code))).toEqual(["lost"]);
});

test("every other database error has one kind, and other errors have none", () => {
  expect(kindsOf(new client.ConnectionLost())).toEqual(["lost"]);
  expect(kindsOf(coded("57014"))).toEqual(["timeout"]);
  for (const code of ["53000", "53100", "53200", "53400", "58030"]) {
    expect(kindsOf(coded(code))).toEqual(["room"]);
  }
  for (const code of ["40P01", "55P03"]) expect(kindsOf(coded(code))).toEqual(["locked"]);
  for (const code of ["22021", "22P05"]) expect(kindsOf(coded(code))).toEqual(["text"]);
  for (const none of [coded("23505"), coded("42501"), coded(""), new Error("57014"), "57014"]) {
    expect(kindsOf(none)).toEqual([]);
  }
  expect(kindsOf({ code: "57014" })).toEqual([]);
});

test("a violated constraint is reported by its name", () => {
  const refusal = { constraint_name: "users_email" };
  expect(client.violatedConstraint(coded("23505", refusal))).toBe("users_email");
  expect(client.violatedConstraint(coded("23505"))).toBeNull();
  expect(client.violatedConstraint(coded("42501", refusal))).toBeNull();
  expect(client.violatedConstraint({ code: "23505", ...refusal })).toBeNull();
});
