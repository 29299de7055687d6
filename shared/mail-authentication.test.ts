import { describe, expect, test } from "bun:test";
import { provesSender, verdictOf } from "./mail-authentication.ts";

describe("the verdict", () => {
  const results = (...values: string[]) =>
    values.map((value) => ({ name: "authentication-results", value }));
  test.each<[string, string, string]>([
    ["DMARC passes", "mx.acme.test; dmarc=pass header.from=harbour.test", "pass"],
    ["DMARC fails", "mx.acme.test; dmarc=fail (p=none) header.from=harbour.test", "fail"],
    ["aligned DKIM", "mx.acme.test; dkim=pass header.d=mail.harbour.test", "pass"],
    ["aligned SPF", "mx.acme.test; spf=pass smtp.mailfrom=bounce@harbour.test", "pass"],
    ["DKIM of another domain", "mx.acme.test; dkim=pass header.d=sender.test", "none"],
    [
      "both fail",
      "mx.acme.test; dkim=fail header.d=harbour.test; spf=softfail smtp.mailfrom=x@y.test",
      "fail",
    ],
    ["SPF alone fails", "mx.acme.test; spf=fail smtp.mailfrom=x@harbour.test", "none"],
    ["another server's result", "mx.else.test; dmarc=pass header.from=harbour.test", "none"],
    ["a comment that lies", "mx.acme.test; spf=none (dmarc=pass) smtp.mailfrom=x@y.test", "none"],
  ])("%s", (_, value, expected) => {
    expect(verdictOf(results(value), "mx.acme.test", "harbour.test")).toBe(expected as never);
  });

  test("only the topmost result of our server counts", () => {
    const headers = results("mx.acme.test; dmarc=fail", "mx.acme.test; dmarc=pass");
    expect(verdictOf(headers, "mx.acme.test", "harbour.test")).toBe("fail");
  });

  test("without a known name nothing counts; some servers give none", () => {
    const headers = results("dmarc=pass header.from=harbour.test");
    expect(verdictOf(headers, null, "harbour.test")).toBe("none");
    expect(verdictOf(headers, "", "harbour.test")).toBe("pass");
  });

  test.each([
    ["its own domain", ["else.test", "harbour.test"], "pass"],
    ["a domain above", ["harbour.test"], "pass"],
    ["another domain", ["else.test"], "none"],
    ["a domain with the same ending", ["arbour.test"], "none"],
    ["a top-level domain", ["test"], "none"],
    ["no domain", [], "none"],
  ] as const)("without a result, a valid signature of %s counts", (_, signedBy, expected) => {
    const from = expected === "pass" && signedBy.length === 1 ? "eu.harbour.test" : "harbour.test";
    expect(verdictOf([], "mx.acme.test", from, signedBy)).toBe(expected);
  });

  test("a result of the mail server outranks signatures", () => {
    const failed = results("mx.acme.test; dmarc=fail header.from=harbour.test");
    expect(verdictOf(failed, "mx.acme.test", "harbour.test", ["harbour.test"])).toBe("fail");
  });
});

describe("who writes as staff", () => {
  const results = (value: string) => [{ name: "authentication-results", value }];
  test.each<[string, string, boolean]>([
    ["DMARC passes", "mx.a.test; dmarc=pass header.from=a.test", true],
    [
      "DMARC fails",
      "mx.a.test; dmarc=fail; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=a.test",
      false,
    ],
    [
      "SPF and DKIM align",
      "mx.a.test; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=a.test",
      true,
    ],
    ["SPF alone", "mx.a.test; spf=pass smtp.mailfrom=a.test", false],
    [
      "DKIM of another domain",
      "mx.a.test; spf=pass smtp.mailfrom=a.test; dkim=pass header.d=b.test",
      false,
    ],
    ["another server's word", "mx.b.test; dmarc=pass header.from=a.test", false],
  ])("%s", (_, value, expected) => {
    expect(provesSender(results(value), "mx.a.test", "a.test")).toBe(expected);
    expect(provesSender(results(value), null, "a.test")).toBe(false);
  });
});
