import {
  type CsvRecord,
  type CsvTrouble,
  csvRecords,
  guessDelimiter,
  unmarked,
} from "../../shared/csv.ts";
import { type AppError, refuseField } from "../../shared/errors.ts";
import { importLimits } from "../../shared/imports.ts";
import { decodeText } from "./decode-text.ts";

/** A CSV file as a table: what stands in its first line, and the rows below it. */
export interface ImportTable {
  encoding: string;
  headers: string[];
  rows: CsvRecord[];
}

/**
 * Whatever is no table is refused, in words that say what to do about it. A file may take a second
 * and more: so long a slice the server does nothing else.
 */
export async function readImportFile(bytes: Uint8Array, sliceMs = 15): Promise<ImportTable> {
  assertNotAWorkbook(bytes);
  const { text, encoding } = decodeText(bytes);
  const zero = text.indexOf("\0");
  if (zero >= 0) {
    const line = text.slice(0, zero).split(/\r\n|\r|\n/).length;
    throw unreadable(`This is no text file: line ${line} holds a NUL character.`);
  }
  const { head, rows } = await readTable(text, sliceMs);
  if (!head) throw unreadable("This file is empty.");
  if (rows.length === 0) {
    throw unreadable("This file has one line only. The first line names the columns.");
  }
  if (head.cells.length > importLimits.columns) {
    throw unreadable(`This file has more than ${importLimits.columns} columns.`);
  }
  return { encoding, headers: head.cells.map(shortened), rows };
}

const recordsBetween = 100;

/** A first line that is meant for Excel alone. */
const saidDelimiter = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i;

/** In slices: whoever else calls meanwhile is answered. */
async function readTable(
  text: string,
  sliceMs: number,
): Promise<{ head: CsvRecord | null; rows: CsvRecord[] }> {
  const { cells: mostCells, cell: mostInCell } = importLimits;
  const said = saidDelimiter.exec(text);
  // Its line is counted, and nothing stands in it.
  const table = said ? `\n${text.slice(said[0].length)}` : text;
  const reading = csvRecords(table, said?.[1] ?? guessDelimiter(text), { mostCells, mostInCell });
  let head: CsvRecord | null = null;
  const rows: CsvRecord[] = [];
  let count = 0;
  let until = performance.now() + sliceMs;
  for (let read = 1; ; read += 1) {
    const { done, value } = reading.next();
    if (done) {
      if (value) throw unreadable(inWords(value));
      if (count > importLimits.rows) throw unreadable(tooMany(count));
      return { head, rows };
    }
    const record = cleaned(value);
    if (record.cells.some(Boolean)) {
      if (!head) head = record;
      // Of too many only the number is told.
      else if (++count <= importLimits.rows) rows.push(record);
    }
    if (read > importLimits.lines) {
      throw unreadable(`This file has more than ${numbered(importLimits.lines)} lines.`);
    }
    if (read % recordsBetween === 0 && performance.now() > until) {
      await Bun.sleep(0);
      until = performance.now() + sliceMs;
    }
  }
}

function inWords({ kind, line }: CsvTrouble): string {
  const { cell, cells } = importLimits;
  if (kind === "unclosed") return `Line ${line} has a quotation mark that is never closed.`;
  if (kind === "many-cells") return `Line ${line} has more than ${numbered(cells)} cells.`;
  const most = numbered(cell);
  return `Line ${line} has a cell of more than ${most} characters. A quotation mark may be missing.`;
}

function tooMany(count: number): string {
  const [found, most] = [numbered(count), numbered(importLimits.rows)];
  return `This file has ${found} rows. At most ${most} can be imported: split the file.`;
}

function numbered(count: number): string {
  return count.toLocaleString("en");
}

/** As somebody wrote it, without the mark by which an export keeps it from being a formula. */
function cleaned({ line, cells }: CsvRecord): CsvRecord {
  return { line, cells: cells.map((cell) => unmarked(cell.trim())) };
}

function shortened(header: string): string {
  return header.replace(/\s+/g, " ").slice(0, importLimits.header).toWellFormed();
}

const signatures = [
  { begins: [0x50, 0x4b, 0x03, 0x04], is: "an Excel or OpenDocument workbook" },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], is: "an old Excel workbook" },
  { begins: [0x25, 0x50, 0x44, 0x46], is: "a PDF" },
];

function assertNotAWorkbook(bytes: Uint8Array): void {
  const known = signatures.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (known) throw unreadable(`This is ${known.is}. Save it as CSV and choose that file.`);
}

function unreadable(message: string): AppError {
  return refuseField("invalid_input", "file", { message });
}
