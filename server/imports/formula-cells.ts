import { type ImportField, type ImportMapping, importFieldNames } from "../../shared/imports.ts";

/**
 * What a spreadsheet would have worked out comes in as it is written: a formula that was meant to
 * stand for a name would be one from then on.
 */
export function formulaWarnings(cells: readonly string[], mapping: ImportMapping): string[] {
  return mapping.flatMap((field, at) => {
    const cell = cells[at]?.trim() ?? "";
    if (field === null || !(names.has(field) ? /^[=+\-@]/ : /^=/).test(cell)) return [];
    const shown = cell.length > mostShown ? `${cell.slice(0, mostShown).toWellFormed()}…` : cell;
    return [
      `${importFieldNames[field]}: “${shown}” looks like a formula. It comes in as it stands.`,
    ];
  });
}

const mostShown = 60;

/** Numbers of phones begin with a plus, and lines of notes with a dash; names do not. */
const names: ReadonlySet<ImportField> = new Set(["firstName", "lastName", "fullName", "name"]);
