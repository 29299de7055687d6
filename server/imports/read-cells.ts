import * as z from "zod/mini";
import { type ImportField, type ImportMapping, importFieldNames } from "../../shared/imports.ts";

/** A row as read from the file, before comparing it with existing data. */
export interface ReadRow<Values> {
  position: number;
  line: number;
  /** Names the row as people find it in their file. */
  subject: string;
  key: string;
  values: Values;
  reasons: string[];
  /** Fields that could not be read, which the reasons already mention. */
  unread?: ReadonlySet<ImportField>;
}

/** Reads each mapped, non-empty cell; all problems of the row are collected in `reasons`. */
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
      reasons.push(`${importFieldNames[field]}: ${cellErrorMessage(error)}`);
      unread.add(field);
      return undefined;
    }
  };
  return { values, reasons, unread, read };
}

/** The values that the row contains: missing ones change nothing. */
export function presentValues<Given extends object>(given: Given): Partial<Given> {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<Given>;
}

/** A problem with a cell, as shown to the user. */
export class WrongCell extends Error {}

function cellErrorMessage(error: unknown): string {
  if (error instanceof WrongCell) return error.message;
  if (error instanceof z.core.$ZodError) return error.issues[0]?.message ?? "This is not valid.";
  throw error;
}

/** Reads one of some words, ignoring case. */
export function oneOf<Value extends string>(values: readonly Value[], cell: string): Value {
  const value = values.find((known) => plain(known) === plain(cell));
  if (!value) throw new WrongCell(`“${short(cell)}” isn't one of: ${values.join(", ")}.`);
  return value;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, " ");
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
