import { type ImportField, type ImportMapping, importFieldNames } from "../../shared/imports.ts";
import { wordsOfCell } from "./wrong-cell.ts";

/** A row as it was read, before anybody looked what there is. */
export interface ReadRow<Values> {
  position: number;
  line: number;
  /** As people name it, so that they find it in their file. */
  subject: string;
  key: string;
  values: Values;
  reasons: string[];
  /** What stands there and could not be read, of which the reasons tell already. */
  unread?: ReadonlySet<ImportField>;
}

/**
 * What stands in each mapped column that is not empty, and how each is read; what is wrong with the
 * row comes together in `reasons`.
 */
export function readCells(cells: readonly string[], mapping: ImportMapping) {
  const values: Partial<Record<ImportField, string>> = {};
  for (const [at, field] of mapping.entries()) {
    const cell = cells[at]?.trim();
    if (field !== null && cell) values[field] = cell;
  }
  const reasons: string[] = [];
  const unread = new Set<ImportField>();
  const over = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  if (over > mapping.length) {
    reasons.push(`It has ${over} cells, and there are ${mapping.length} columns.`);
  }
  const read = <T>(field: ImportField, reader: (cell: string) => T): T | undefined => {
    const cell = values[field];
    if (cell === undefined) return undefined;
    try {
      return reader(cell);
    } catch (error) {
      reasons.push(`${importFieldNames[field]}: ${wordsOfCell(error)}`);
      unread.add(field);
      return undefined;
    }
  };
  return { values, reasons, unread, read };
}

/** What a row leaves out changes nothing. */
export function whatIsSaid<Given extends object>(given: Given): Partial<Given> {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<Given>;
}
