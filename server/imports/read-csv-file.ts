import {
  type CsvRecord,
  type CsvTrouble,
  csvRecords,
  guessDelimiter,
  unmarked,
} from "../../shared/csv.ts";
import { type AppError, refuseField } from "../../shared/errors.ts";
import { importLimits } from "../../shared/imports.ts";

/** A CSV file as a table: the headers and the rows below. */
export interface ImportTable {
  encoding: string;
  headers: string[];
  rows: CsvRecord[];
}

/**
 * Refuses what is not a table, with advice on how to fix it. Reading may take a second or more, so it pauses
 * after each slice.
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

/** A first line for Excel only. */
const declaredDelimiter = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i;

/** In slices, so that other requests are answered in between. */
async function readTable(
  text: string,
  sliceMs: number,
): Promise<{ head: CsvRecord | null; rows: CsvRecord[] }> {
  const { cells: mostCells, cell: mostInCell } = importLimits;
  const said = declaredDelimiter.exec(text);
  // The removed line still counts.
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
      // Beyond the limit, rows are only counted.
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

/** Removes the mark by which an export prevents formulas. */
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

interface DecodedText {
  text: string;
  /** The detected encoding, by its name in save dialogs. */
  encoding: string;
}

/**
 * Decodes bytes as text: by the byte order mark, by the zeros of UTF-16, as UTF-8 if valid, else as
 * Windows-1252, in which any bytes are valid.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return decoded(bytes.subarray(marked.mark.length), marked);
  const wide = wideWithoutMark(bytes);
  if (wide) return decoded(bytes, wide);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return decoded(bytes, { label: "windows-1252", encoding: "Windows-1252 (Latin-1)" });
  }
}

interface Encoding {
  label: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  encoding: string;
}

const little: Encoding = { label: "utf-16le", encoding: "UTF-16" };
const big: Encoding = { label: "utf-16be", encoding: "UTF-16, big-endian" };

const marks: (Encoding & { mark: number[] })[] = [
  { mark: [0xef, 0xbb, 0xbf], label: "utf-8", encoding: "UTF-8" },
  { mark: [0xff, 0xfe], ...little },
  { mark: [0xfe, 0xff], ...big },
];

function decoded(bytes: Uint8Array, { label, encoding }: Encoding): DecodedText {
  return { text: new TextDecoder(label, { ignoreBOM: true }).decode(bytes), encoding };
}

/** Most text in tables has a zero in every second byte of UTF-16. */
function wideWithoutMark(bytes: Uint8Array): Encoding | null {
  const looked = bytes.subarray(0, 2048 - (bytes.length % 2));
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = looked.length / 2;
  if (odd > most * 0.4 && even < most * 0.1) return little;
  if (even > most * 0.4 && odd < most * 0.1) return big;
  return null;
}
