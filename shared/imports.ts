import type { Job, JobRefusal } from "./jobs.ts";

/** What can be brought in from a CSV file. */
export const importKinds = ["users", "companies"] as const;
export type ImportKind = (typeof importKinds)[number];

export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Empty ones too. */
  lines: 200_000,
  /** In a line, and of characters in one of them: more is no table. */
  cells: 2_000,
  cell: 100_000,
  header: 200,
  /** Of those that would be refused so many are named; all of them in the file of the result. */
  named: 200,
  /** How many rows of the file are shown, and how many of what would come of them. */
  sample: 5,
} as const;

/** What a column can mean. The order is that of the documentation and of what is exported. */
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

/** As columns are called on the screen and in what is exported. */
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

/** By which a row is known again, so that a file brought in twice doubles nothing. */
export const importKeys = { users: "email", companies: "name" } as const satisfies Record<
  ImportKind,
  ImportField
>;

/** The meaning of each column, by its place; null: left out. */
export type ImportMapping = (ImportField | null)[];

/** Whether a word is a yes or a no to all companies of a row; null where it names some of them. */
export function saysOfAll(cell: string): boolean | null {
  if (/^(yes|true|1|x|all)$/i.test(cell)) return true;
  return /^(no|false|0|none|-)$/i.test(cell) ? false : null;
}

export interface ImportChoices {
  /** Of users: a company that is named and not there is made. Otherwise the row is refused. */
  createCompanies: boolean;
  /** Of users: who is new gets their invitation by mail. */
  sendInvitations: boolean;
}

/** A file that has arrived, of which nothing has been brought in yet. */
export interface ImportFile {
  id: string;
  kind: ImportKind;
  name: string;
  /** As what its bytes were read: `UTF-8`. */
  encoding: string;
  rows: number;
  columns: { header: string; samples: string[] }[];
  /** What the words of its header mean, as far as they are known. */
  mapping: ImportMapping;
}

export const importOutcomes = ["created", "updated", "skipped", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
export type ImportCounts = Record<ImportOutcome, number>;

/** A row by its line in the file, and whom or what it is about. */
interface ImportRowRef {
  line: number;
  subject: string;
}

export interface RefusedRow extends ImportRowRef {
  reasons: string[];
}

export interface ImportPreview {
  /** Without these columns nothing can be brought in. */
  missing: ImportField[];
  counts: ImportCounts;
  /** The first of them. */
  refused: RefusedRow[];
  /** What is allowed, and may not be meant. */
  warnings: (ImportRowRef & { message: string })[];
  /** The first rows of which something would come: what would be set. */
  sample: (ImportRowRef & { outcome: "created" | "updated"; changes: string[] })[];
  /** Companies that users name and that are not there: the first by name, and how many. */
  unknownCompanies: { names: string[]; count: number };
}

/** How far it is, and what came of it. */
export interface ImportResult {
  job: Job;
  kind: ImportKind;
  counts: ImportCounts;
  /** The first of them. */
  refused: JobRefusal[];
  /** The file is gone a day after its end, and with it what was refused. */
  hasFile: boolean;
}

export function countOf(count: number, kind: ImportKind): string {
  const [one, many] = kind === "users" ? ["user", "users"] : ["company", "companies"];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** `Import of users: 1,204 rows from staff.csv`: of some of them nothing may come. */
export function importTitle(kind: ImportKind, rows: number, file: string): string {
  const all = rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`;
  return `Import of ${kind}: ${all} from ${file}`;
}
