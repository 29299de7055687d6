import { describe, expect, test } from "bun:test";
import { matchesEtag } from "../etag.ts";
import type { FoundFile } from "./find-file.ts";
import { etagOf, headersOf, readRange } from "./routes.ts";

describe("a range of ten bytes", () => {
  const part = (from: number, to: number) => ({ part: { from, to } });
  const whole = { part: null };
  test.each([
    [undefined, whole],
    ["", whole],
    ["bytes=-", whole],
    ["bytes=0-", part(0, 10)],
    ["bytes=0-0", part(0, 1)],
    [" bytes=3-5 ", part(3, 6)],
    ["bytes=5-5", part(5, 6)],
    ["bytes=9-9", part(9, 10)],
    ["bytes=8-99", part(8, 10)],
    ["bytes=-3", part(7, 10)],
    ["bytes=-99", part(0, 10)],
    ["bytes=-0", "nothing"],
    ["bytes=10-", "nothing"],
    ["bytes=10-12", "nothing"],
    ["bytes=5-4", whole],
    ["bytes=0-1,3-4", whole],
    ["items=0-1", whole],
    ["bytes=a-b", whole],
  ] as const)("%p", (header, wanted) => {
    expect<unknown>(readRange(header, 10)).toEqual(wanted);
  });

  test("an empty file has no range", () => {
    expect(readRange("bytes=0-", 0)).toBe("nothing");
    expect(readRange("bytes=-1", 0)).toBe("nothing");
  });
});

test("a conditional request matches by a list, a weak tag or a star", () => {
  const etag = etagOf({ id: "one" });
  expect(etag).toBe('"one"');
  for (const header of ['"one"', 'W/"one"', '"other", "one"', '"other",W/"one" ', "*"]) {
    expect(matchesEtag(header, etag)).toBe(true);
  }
  for (const header of [undefined, "", '"other"', "one", '"other", W/"another"']) {
    expect(matchesEtag(header, etag)).toBe(false);
  }
});

describe("a file is served", () => {
  const disposition = (name: string, type = "application/pdf") =>
    headersOf({ id: "one", name, type } as FoundFile)["Content-Disposition"];

  test("as a download, unless it is an image the page may show", () => {
    expect(disposition("a.pdf")).toBe(`attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`);
    expect(disposition("a.png", "image/png")).toStartWith("inline; ");
    expect(disposition("a.svg", "image/svg+xml")).toStartWith("attachment; ");
  });

  test("under its own name, however it is written", () => {
    expect(disposition(`a"b\\c%d\r\n(é)'*.txt`)).toBe(
      `attachment; filename="a_b_c_d__(_)'*.txt"; ` +
        "filename*=UTF-8''a%22b%5Cc%25d%0D%0A%28%C3%A9%29%27%2A.txt",
    );
  });
});
