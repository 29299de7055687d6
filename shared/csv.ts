const csvDelimiters = [",", ";", "\t", "|"] as const;
type CsvDelimiter = (typeof csvDelimiters)[number];

/** The header line, with the byte order mark that tells spreadsheets it is UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvLine(columns)}`;
}

/** One line of CSV. Cells that a spreadsheet would read as a formula are marked as text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => quoted(marked(text), ",")).join(",")}\r\n`;
}

/** Several names in one cell: `Acme; "Bolt; Sons"`. */
export function csvList(names: readonly string[]): string {
  return names.map((name) => quoted(name, ";")).join("; ");
}

/** The names in such a cell, without duplicates. */
export function readCsvList(cell: string): string[] {
  const { records } = readCsv(cell, ";", { spaced: true });
  const names = records.flatMap(({ cells }) => cells.map((name) => name.trim()));
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Removes the mark that prevents formulas. */
export function unmarked(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** Spreadsheets read the full-width signs as well. A phone number is not a formula. */
function marked(text: string): string {
  const isFormula = /^[=+\-@\t\r＝＋－＠]/.test(text) && !/^\+\d[\d ]*$/.test(text);
  return isFormula ? `'${text}` : text;
}

function quoted(text: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(text) && !text.includes(delimiter);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

export interface CsvRecord {
  /** The line in the file, counted from 1. */
  line: number;
  cells: string[];
}

interface CsvReading {
  records: CsvRecord[];
  /** The line of an unclosed quotation mark; what follows is not a table. */
  unclosed: number | null;
}

/** Records by RFC 4180, tolerating the variants of common spreadsheets. */
export function readCsv(text: string, delimiter: string, options: CsvOptions = {}): CsvReading {
  const records: CsvRecord[] = [];
  const reading = csvRecords(text, delimiter, options);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return { records, unclosed: value?.line ?? null };
    records.push(value);
  }
}

interface CsvOptions {
  /** Ignores spaces before a cell. */
  spaced?: boolean;
  /** The maximum number of characters per cell and of cells per line. */
  mostInCell?: number;
  mostCells?: number;
}

/** Why reading stopped, and at which line. */
export interface CsvTrouble {
  kind: "unclosed" | "long-cell" | "many-cells";
  line: number;
}

/** One at a time, so that the reader of a long file can pause in between. */
export function* csvRecords(
  text: string,
  delimiter: string,
  { spaced = false, mostInCell = Infinity, mostCells = Infinity }: CsvOptions = {},
): Generator<CsvRecord, CsvTrouble | null> {
  let cells: string[] = [];
  let line = 1;
  let beganAt = 1;
  let at = 0;
  while (at < text.length) {
    while (spaced && text[at] === " ") at += 1;
    const cell = readCell(text, at, delimiter, mostInCell);
    if (cell.trouble) return { kind: cell.trouble, line };
    cells.push(cell.text);
    if (cells.length > mostCells) return { kind: "many-cells", line: beganAt };
    line += cell.breaks;
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      cells.push("");
    }
    yield { line: beganAt, cells };
    cells = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    beganAt = line;
  }
  return null;
}

interface Cell {
  text: string;
  /** The position of the delimiter, the line break or the end of the text. */
  end: number;
  breaks: number;
  trouble?: "unclosed" | "long-cell";
}

function readCell(text: string, from: number, delimiter: string, most: number): Cell {
  if (text[from] !== '"') {
    const end = endOfPlain(text, from, delimiter);
    return cellOf(text.slice(from, end), end, 0, most);
  }
  let inside = "";
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: "", end: text.length, breaks: 0, trouble: "unclosed" };
    inside += text.slice(at, quote);
    if (inside.length > most) return cellOf(inside, quote, 0, most);
    if (text[quote + 1] !== '"') {
      // Text after the closing quotation mark still belongs to the cell.
      const end = endOfPlain(text, quote + 1, delimiter);
      const breaks = inside.match(/\r\n|\r|\n/g)?.length ?? 0;
      return cellOf(inside + text.slice(quote + 1, end), end, breaks, most);
    }
    inside += '"';
    at = quote + 2;
  }
}

function cellOf(text: string, end: number, breaks: number, most: number): Cell {
  return { text, end, breaks, ...(text.length > most && { trouble: "long-cell" }) };
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  const code = delimiter.charCodeAt(0);
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === code || char === 10 || char === 13) return at;
  }
  return text.length;
}

const looked = 64 * 1024;
const lookedRecords = 30;

/** The delimiter by which most lines have as many cells as the first. */
export function guessDelimiter(text: string): CsvDelimiter {
  const sample = text.slice(0, looked);
  let best: { delimiter: CsvDelimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of csvDelimiters) {
    const score = scoreOf(readCsv(sample, delimiter).records.slice(0, lookedRecords));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(records: readonly CsvRecord[]): number {
  const width = records[0]?.cells.length ?? 0;
  const alike = records.filter(({ cells }) => cells.length === width).length;
  return width < 2 ? 0 : (width - 1) * (alike / records.length);
}
