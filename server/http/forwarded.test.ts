import { expect, test } from "bun:test";
import { isLoopback, loopbackNames } from "../loopback.ts";
import { isForwarded } from "./demo-guard.ts";

test("a forwarded request is recognised by its headers", () => {
  for (const name of [
    ...["Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP"],
    ...["X-Original-Host", "X-Original-URL", "X-Envoy-External-Address", "Fastly-Client-IP"],
    ...["X-Forwarded-For", "X-Forwarded-Anything", "CF-Ray"],
  ]) {
    expect([name, isForwarded(new Headers({ Accept: "*/*", [name]: "x" }))]).toEqual([name, true]);
  }
  const honest = { Accept: "*/*", Host: "localhost", Origin: "http://localhost", "X-CF-Ray": "x" };
  expect(isForwarded(new Headers(honest))).toBe(false);
  expect(isForwarded(new Headers({ "Not-X-Forwarded-For": "x" }))).toBe(false);
});

test("only this machine reaches a loopback address", () => {
  expect([...loopbackNames]).toEqual(["localhost", "127.0.0.1", "[::1]"]);
  for (const own of [...loopbackNames, "::1", "127.0.0.2", "127.255.255.255"]) {
    expect([own, isLoopback(own)]).toEqual([own, true]);
  }
  for (const open of ["0.0.0.0", "::", "10.127.0.0.1", "127.0.0.1.evil.test", "127.1", "desk"]) {
    expect([open, isLoopback(open)]).toEqual([open, false]);
  }
});
