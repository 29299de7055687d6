import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanFileName, fileLimits } from "./files.ts";
import { composerLimits } from "./tickets/page.ts";

test("limits are 25 MB per file, ten files per message, and fifty files or 500 MB unsent", () => {
  const megabyte = 1024 * 1024;
  expect(fileLimits).toMatchObject({
    ...{ bytes: 25 * megabyte, unsent: 50, unsentBytes: 500 * megabyte },
  });
  expect(composerLimits.files).toBe(10);
});

describe("the name of a file", () => {
  test.each([
    ["invoice.pdf", "invoice.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\Ana\\invoice.pdf", "invoice.pdf"],
    ["..", "file"],
    ["/", "file"],
    ["", "file"],
    ["   ", "file"],
    ["a\u0000b\r\nc.txt", "abc.txt"],
    ["photo\u202Egnp.exe", "photognp.exe"],
    ["\u2066x\u2069.txt", "x.txt"],
    ["two  words .txt", "two words .txt"],
    ["Rechnung Mu\u0308ller.pdf", "Rechnung Müller.pdf"],
    ["تقرير.pdf", "تقرير.pdf"],
    ["\ud800.txt", ".txt"],
  ])("%j is stored as %j", (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  test("that is too long keeps its extension, and no half character", () => {
    expect(cleanFileName(`${"x".repeat(400)}.png`)).toBe(`${"x".repeat(196)}.png`);
    expect(cleanFileName("😀".repeat(200)).isWellFormed()).toBe(true);
    expect(cleanFileName(`x${"😀".repeat(200)}.png`).isWellFormed()).toBe(true);
  });

  test("from any text is short, well formed and without a path; cleaning again changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (given) => {
        const name = cleanFileName(given);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(fileLimits.name);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(["", ".", ".."]).not.toContain(name);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });
});
