import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  csvLine,
  csvList,
  csvRecords,
  guessDelimiter,
  readCsv,
  readCsvList,
  unmarked,
} from "./csv.ts";

const cell = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      ",",
      ";",
      "\r",
      "\n",
      "\t",
      "=",
      "+",
      "-",
      "@",
      "＝",
      "＠",
      "'",
      "a",
      " ",
    ),
    maxLength: 8,
  }),
);
// Text that begins like the mark does not occur.
const text = cell.filter((given) => unmarked(given) === given);
const table = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { maxLength: 8 });

describe("written CSV", () => {
  test("is read back unchanged, with formulas, quotes and line breaks", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const { records, unclosed } = readCsv(rows.map(csvLine).join(""), ",");
        expect(unclosed).toBeNull();
        expect(records.map(({ cells }) => cells.map(unmarked))).toEqual(rows);
      }),
    );
  });

  test("has no cell that a spreadsheet would read as a formula", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const [record] = readCsv(csvLine(cells), ",").records;
        for (const read of record?.cells ?? [])
          expect(read).not.toMatch(/^(?!\+\d[\d ]*$)[=+\-@\t\r＝＋－＠]/);
      }),
    );
  });

  test("writes phone numbers as they are, and only those", () => {
    expect(csvLine(["+49 30 123", "+4930123"])).toBe("+49 30 123,+4930123\r\n");
    expect(csvLine(["+49-30", "+1+1", "+", "+ 1"])).toBe("'+49-30,'+1+1,'+,'+ 1\r\n");
  });

  test("names every record by the line it begins at", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const lines = rows.map(csvLine);
        let line = 1;
        const begins = lines.map((written) => {
          const began = line;
          line += written.match(/\r\n|\r|\n/g)?.length ?? 0;
          return began;
        });
        expect(readCsv(lines.join(""), ",").records.map((record) => record.line)).toEqual(begins);
      }),
    );
  });

  test("can contain several names in one cell", () => {
    const name = text.map((given) => given.replace(/\s+/g, " ").trim()).filter(Boolean);
    const names = fc.uniqueArray(name, { maxLength: 5 });
    fc.assert(fc.property(names, (list) => expect(readCsvList(csvList(list))).toEqual(list)));
  });
});

describe("CSV written by others", () => {
  test.each([
    ["a semicolon", "email;name\r\na@b.test;Ana, Maria\r\nb@b.test;Ben", ";"],
    ["a tab", "email\tname\na@b.test\tAna", "\t"],
    ["a bar", "email|name\na@b.test|Ana", "|"],
    ["a comma, with semicolons inside", 'name,domains\nAcme,"a.test; b.test"\n', ","],
    ["a comma, with as many semicolons", "a,b,c;d\n1,2,3;4", ","],
    ["what most lines have as many of", "a,b;c\n1;2\n3;4,5,6\n7;8", ";"],
    ["one column", "email\na@b.test", ","],
    ["nothing", "", ","],
  ])("can be separated by %s", (_, file, delimiter) => {
    expect(guessDelimiter(file)).toBe(delimiter as ",");
  });

  test("can have any of three line breaks, with or without the last", () => {
    const { records } = readCsv("a,b\rc,d\ne,f\r\ng,", ",");
    expect(records).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["c", "d"] },
      { line: 3, cells: ["e", "f"] },
      { line: 4, cells: ["g", ""] },
    ]);
  });

  test("can have names in one cell, each once, with any spaces between", () => {
    expect(readCsvList(' Acme ;Bolt;  "Sons; Co" ;; Acme ')).toEqual(["Acme", "Bolt", "Sons; Co"]);
  });

  test("that is not a table is read only as far as needed", () => {
    const read = (file: string) => {
      const reading = csvRecords(file, ",", { mostInCell: 3, mostCells: 2 });
      for (;;) {
        const { done, value } = reading.next();
        if (done) return value;
      }
    };
    expect(read('abc,"d""f"\nabc')).toBeNull();
    expect(read("a,b\nabcd,e")).toEqual({ kind: "long-cell", line: 2 });
    expect(read('a\n"a""cd""')).toEqual({ kind: "long-cell", line: 2 });
    expect(read('"abc"d')).toEqual({ kind: "long-cell", line: 1 });
    expect(read('a,b\n"\n",b,c')).toEqual({ kind: "many-cells", line: 2 });
    expect(read('a\n"b')).toEqual({ kind: "unclosed", line: 2 });
  });

  test("plain text is written without quotes, and unmarked only after a mark", () => {
    expect(csvLine(["a", "b c", ""])).toBe("a,b c,\r\n");
    expect(unmarked("a'=b")).toBe("a'=b");
    expect(unmarked("'=b")).toBe("=b");
    expect(unmarked("'tis")).toBe("'tis");
  });

  test("an unclosed quote is reported with its line", () => {
    expect(readCsv('a,b\n"c\nd', ",")).toEqual({
      records: [{ line: 1, cells: ["a", "b"] }],
      unclosed: 2,
    });
  });

  test("a quote within a cell is a quote", () => {
    expect(readCsv('5" pipe,"a" b,""', ",").records[0]?.cells).toEqual(['5" pipe', "a b", ""]);
  });
});
