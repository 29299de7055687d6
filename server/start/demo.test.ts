import { expect, test } from "bun:test";
import { readConfig } from "../config.ts";
import { mayBeDemo } from "./demo.ts";

test("a demo comes by itself on this machine alone", () => {
  expect(mayBeDemo(readConfig({}))).toBe(true);
  expect(mayBeDemo(readConfig({ HOST: "localhost", PORT: "8080" }))).toBe(true);
  expect(mayBeDemo(readConfig({ HOST: "::1" }))).toBe(true);
});

test.each([
  { NODE_ENV: "production" },
  { HOST: "0.0.0.0" },
  { HOST: "::" },
  { HOST: "192.168.1.4" },
  { HOST: "127.evil.example" },
  { BASE_URL: "https://desk.example.com" },
  { TRUST_PROXY: "1" },
  { SMTP_URL: "smtp://localhost:25" },
  { DATABASE_URL: "postgres://desk@localhost/desk" },
])("with %j there is no demo", (env) => {
  expect(mayBeDemo(readConfig(env))).toBe(false);
});
