import type { Job, JobRefusal } from "./jobs.ts";

/** What can be imported from a CSV file. */
export const importKinds = ["users", "companies"] as const;
export type ImportKind = (typeof importKinds)[number];

export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Including empty ones. */
  lines: 200_000,
  /** Cells per line, and characters per cell: more is not a table. */
  cells: 2_000,
  cell: 100_000,
  header: 200,
  /** The number of skipped rows listed; the result file contains all of them. */
  named: 200,
  /** The number of rows shown from the file and in the preview. */
  sample: 5,
} as const;

/** The fields of a column, in the order of the documentation and of exports. */
export const importFields = {
  users: [
    ...(["email", "firstName", "lastName", "fullName", "role", "companyScope"] as const),
    ...(["companies", "seesAllTickets", "phone", "timeZone", "state"] as const),
  ],
  companies: ["name", "domains", "notes", "state"],
} as const;

export type UserField = (typeof importFields.users)[number];
export type CompanyField = (typeof importFields.companies)[number];
export type ImportField = UserField | CompanyField;

/** The names of columns on screen and in exports. */
export const importFieldNames: Record<ImportField, string> = {
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  role: "Role",
  companyScope: "Company scope",
  companies: "Companies",
  seesAllTickets: "Sees all tickets of",
  phone: "Phone",
  timeZone: "Time zone",
  state: "State",
  name: "Name",
  domains: "Mail domains",
  notes: "Notes",
};

/** The key by which a row is recognised, so that importing a file twice creates no duplicates. */
export const importKeys = { users: "email", companies: "name" } as const satisfies Record<
  ImportKind,
  ImportField
>;

/** The field of each column by position; null: ignored. */
export type ImportMapping = (ImportField | null)[];

/** Whether a cell is a yes or a no for all companies of its row; null if it names some of them. */
export function saysOfAll(cell: string): boolean | null {
  if (/^(yes|true|1|x|all)$/i.test(cell)) return true;
  return /^(no|false|0|none|-)$/i.test(cell) ? false : null;
}

export interface ImportChoices {
  /** For users: creates companies that do not exist. Otherwise the row is skipped. */
  createCompanies: boolean;
  /** For users: sends invitations to new users. */
  sendInvitations: boolean;
}

/** An uploaded file that has not been imported yet. */
export interface ImportFile {
  id: string;
  kind: ImportKind;
  name: string;
  /** The detected encoding: `UTF-8`. */
  encoding: string;
  rows: number;
  columns: { header: string; samples: string[] }[];
  /** The fields guessed from the headers. */
  mapping: ImportMapping;
}

export const importOutcomes = ["created", "updated", "skipped", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
export type ImportCounts = Record<ImportOutcome, number>;

/** A row by its line in the file, and its subject. */
interface ImportRowRef {
  line: number;
  subject: string;
}

export interface RefusedRow extends ImportRowRef {
  reasons: string[];
}

export interface ImportPreview {
  /** Required columns that are missing. */
  missing: ImportField[];
  counts: ImportCounts;
  /** The first of them. */
  refused: RefusedRow[];
  /** Allowed, but possibly a mistake. */
  warnings: (ImportRowRef & { message: string })[];
  /** The first rows that would change something, with the values to be set. */
  sample: (ImportRowRef & { outcome: "created" | "updated"; changes: string[] })[];
  /** Companies named by users that do not exist: the first by name, and their number. */
  unknownCompanies: { names: string[]; count: number };
}

/** The progress and result of an import. */
export interface ImportResult {
  job: Job;
  kind: ImportKind;
  counts: ImportCounts;
  /** The first of them. */
  refused: JobRefusal[];
  /** The file is deleted a day after the import, along with its skipped rows. */
  hasFile: boolean;
}

export function countOf(count: number, kind: ImportKind): string {
  const [one, many] = kind === "users" ? ["user", "users"] : ["company", "companies"];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** `Import of users: 1,204 rows from staff.csv`, including rows that will be skipped. */
export function importTitle(kind: ImportKind, rows: number, file: string): string {
  const all = rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`;
  return `Import of ${kind}: ${all} from ${file}`;
}
