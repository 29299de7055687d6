import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { csvLine } from "../../shared/csv.ts";
import { AppError } from "../../shared/errors.ts";
import { importLimits } from "../../shared/imports.ts";
import { decodeText, readImportFile } from "./read-csv-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, { big = false, mark = true } = {}): Uint8Array {
  const bytes = Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
  return new Uint8Array(big ? bytes.swap16() : bytes);
}

const file = "email;name\r\nana@acme.test;Ana Größe\r\n";
const latin1 = new Uint8Array(Buffer.from(file, "latin1"));

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await readImportFile(bytes);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "It was read";
}

describe("the encoding of a file is detected", () => {
  test.each<[string, Uint8Array, string]>([
    ["UTF-8", utf8(file), "UTF-8"],
    ["UTF-8 with its mark", utf8(`\uFEFF${file}`), "UTF-8"],
    ["UTF-16, as Excel's Unicode text", utf16(file), "UTF-16"],
    ["UTF-16 the other way round", utf16(file, { big: true }), "UTF-16, big-endian"],
    ["UTF-16 without its mark", utf16(file, { mark: false }), "UTF-16"],
    ["UTF-16 both ways", utf16(file, { mark: false, big: true }), "UTF-16, big-endian"],
    ["Latin-1", latin1, "Windows-1252 (Latin-1)"],
    [
      "Windows' own letters",
      new Uint8Array([...utf8("a;b\n"), 0x80, 0x3b, 0x31]),
      "Windows-1252 (Latin-1)",
    ],
  ])("%s", async (_, bytes, encoding) => {
    expect(decodeText(bytes).encoding).toBe(encoding);
    const { headers, rows } = await readImportFile(bytes);
    if (encoding.startsWith("Windows") && bytes !== latin1) {
      expect(rows[0]?.cells).toEqual(["€", "1"]);
      return;
    }
    expect(headers).toEqual(["email", "name"]);
    expect(rows).toEqual([{ line: 2, cells: ["ana@acme.test", "Ana Größe"] }]);
  });
});

describe("a table", () => {
  test.each([";", ",", "|", "\t"])(
    "declares its delimiter in its first line: sep=%s",
    async (sep) => {
      const lines = [
        `sep=${sep}`,
        ["email", "name"].join(sep),
        ["ana@acme.test", "Ana; Anna, A|B"].join(sep),
      ];
      const quoted = lines.map((each, at) =>
        at === 2 ? each.replace("Ana; Anna, A|B", '"Ana; Anna, A|B"') : each,
      );
      for (const mark of ["", "\uFEFF"]) {
        const { headers, rows } = await readImportFile(utf8(mark + quoted.join("\r\n")));
        expect(headers).toEqual(["email", "name"]);
        expect(rows).toEqual([{ line: 3, cells: ["ana@acme.test", "Ana; Anna, A|B"] }]);
      }
    },
  );

  test("keeps its line numbers across empty rows and quoted breaks", async () => {
    const { headers, rows } = await readImportFile(
      utf8('\n email ,notes\n\n,\na@b.test,"two\nlines"\nb@b.test\n'),
    );
    expect(headers).toEqual(["email", "notes"]);
    expect(rows).toEqual([
      { line: 5, cells: ["a@b.test", "two\nlines"] },
      { line: 7, cells: ["b@b.test"] },
    ]);
  });

  test("gets back the values that an export marked", async () => {
    const { rows } = await readImportFile(utf8(csvLine(["a", "b"]) + csvLine(["=1+1", "+49 30"])));
    expect(rows[0]?.cells).toEqual(["=1+1", "+49 30"]);
  });

  test("can have the maximum length, but not more", async () => {
    const of = (count: number) => utf8(`email\n${"a@b.test\n".repeat(count)}`);
    expect((await readImportFile(of(importLimits.rows))).rows.length).toBe(importLimits.rows);
    expect(await refusalOf(of(importLimits.rows + 1))).toBe(
      "This file has 50,001 rows. At most 50,000 can be imported: split the file.",
    );
  });

  test("is read from any bytes, or refused with a message", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await refusalOf(bytes)).not.toBe("");
      }),
    );
  });
});

describe("a file that is not a table is refused with the reason", () => {
  test.each<[string, Uint8Array, RegExp]>([
    ["nothing", utf8(""), /empty/],
    ["only a mark", utf8("\uFEFF"), /empty/],
    ["empty lines", utf8("\n\n ,\n"), /empty/],
    ["a header alone", utf8("email,name\n"), /one line only/],
    [
      "a workbook",
      new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]),
      /Excel or OpenDocument workbook.*Save it as CSV/,
    ],
    ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), /old Excel workbook/],
    ["a PDF", utf8("%PDF-1.7 ..."), /PDF/],
    ["zeros", utf8(`email\na@b.test\nb\0`), /line 3 holds a NUL/],
    [
      "an open quote",
      utf8('email\n"a@b.test\n'),
      /Line 2 has a quotation mark that is never closed/,
    ],
    ["a cell without end", utf8(`email\n"${"a".repeat(100_001)}"\n`), /Line 2 .* 100,000 char/],
    ["a line without end", utf8(`email\n${"a,".repeat(2_001)}\n`), /Line 2 .* 2,000 cells/],
    ["more lines than rows", utf8("\n".repeat(200_001)), /more than 200,000 lines/],
    ["too many columns", utf8(`${"a,".repeat(201)}\nb\n`), /more than 200 columns/],
  ])("%s", async (_, bytes, words) => {
    expect(await refusalOf(bytes)).toMatch(words);
  });
});

test("other requests are answered while a long file is read", async () => {
  let turns = 0;
  let next: NodeJS.Immediate;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  next = setImmediate(takeTurn);
  await readImportFile(utf8(`email,name\r\n${"a@b.test,Ana\r\n".repeat(1_000)}`), 0);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1);
});
