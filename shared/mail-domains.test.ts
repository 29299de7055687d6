import { describe, expect, test } from "bun:test";
import { isFreeMail, readDomain } from "./mail-domains.ts";

describe("a mail domain", () => {
  test.each([
    ["acme.test", "acme.test"],
    ["  Acme.TEST ", "acme.test"],
    ["@acme.test", "acme.test"],
    ["ana@mail.acme.test", "mail.acme.test"],
    ["https://www.acme.test/about?x=1", "acme.test"],
    ["acme.test.", "acme.test"],
    ["acme.test:8080", "acme.test"],
    ["müller.de", "xn--mller-kva.de"],
    ["xn--mller-kva.de", "xn--mller-kva.de"],
    ["a-b.co.uk", "a-b.co.uk"],
  ])("%j is %j", (typed, domain) => {
    expect(readDomain(typed)).toBe(domain);
  });

  test.each([
    "",
    "acme",
    "localhost",
    "acme..test",
    ".test",
    "-acme.test",
    "acme-.test",
    "ac me.test",
    "acme_x.test",
    "127.0.0.1",
    "1.2.3.4",
    "[::1]",
    "acme.123",
    "a,b.test",
    "acme.test, globex.test",
    "'; drop table companies; --.test",
    `${"a".repeat(64)}.test`,
    `${"a.".repeat(130)}test`,
  ])("%j is not a domain", (typed) => {
    expect(readDomain(typed)).toBeNull();
  });

  test("of a free provider is recognised", () => {
    for (const free of ["gmail.com", "yahoo.co.uk", "hotmail.fr", "outlook.com", "gmx.net"]) {
      expect(isFreeMail(free)).toBe(true);
    }
    for (const own of ["acme.test", "gmail.acme.com", "notgmail.com", "yahoo-inc.com"]) {
      expect(isFreeMail(own)).toBe(false);
    }
  });
});
