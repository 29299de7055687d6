import type { Capability } from "./access.ts";
import type { AuditAct } from "./audit.ts";
import type { Job, JobKind, JobRefusal } from "./jobs.ts";

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

/** A column: its name on screen and in exports, and the headers of other programs that mean it. */
interface ImportColumn {
  name: string;
  headers: readonly string[];
}

interface ImportSpec {
  one: string;
  many: string;
  /** The column by which a row is recognised, so that importing a file twice creates no duplicates. */
  key: string;
  capability: Capability;
  job: JobKind;
  act: AuditAct;
  /** In the order of the documentation and of exports. */
  columns: Readonly<Record<string, ImportColumn>>;
}

/** What each import is about: all that its form, preview and job need to know of the file. */
export const importSpecs = {
  users: {
    one: "user",
    many: "users",
    key: "email",
    capability: "user.write",
    job: "user-import",
    act: "user.imported",
    columns: {
      email: {
        name: "Email",
        headers: [
          ...["email", "e mail", "mail", "email address", "e mail address", "mail address"],
          ...["address", "e mail adresse", "mailadresse"],
        ],
      },
      firstName: {
        name: "First name",
        headers: [
          ...["first name", "firstname", "given name", "forename", "first", "vorname", "prénom"],
        ],
      },
      lastName: {
        name: "Last name",
        headers: ["last name", "lastname", "surname", "family name", "last", "nachname", "nom"],
      },
      fullName: {
        name: "Full name",
        headers: ["name", "full name", "fullname", "display name", "person", "contact"],
      },
      role: { name: "Role", headers: ["role", "user role", "rolle"] },
      companyScope: { name: "Company scope", headers: ["company scope", "scope"] },
      companies: {
        name: "Companies",
        headers: [
          ...["company", "companies", "company name", "organisation", "organization"],
          ...["organisations", "organizations", "account", "customer", "firma"],
        ],
      },
      seesAllTickets: {
        name: "Sees all tickets of",
        headers: ["sees all tickets of", "sees all tickets", "sees all company tickets"],
      },
      phone: {
        name: "Phone",
        headers: ["phone", "phone number", "telephone", "mobile", "tel", "telefon"],
      },
      timeZone: { name: "Time zone", headers: ["time zone", "timezone", "tz", "zeitzone"] },
      state: { name: "State", headers: ["state", "status", "user state"] },
    },
  },
  companies: {
    one: "company",
    many: "companies",
    key: "name",
    capability: "company.write",
    job: "company-import",
    act: "company.imported",
    columns: {
      name: {
        name: "Name",
        headers: [
          ...["name", "company", "company name", "organisation", "organization", "account"],
          "firma",
        ],
      },
      domains: {
        name: "Mail domains",
        headers: [
          ...["mail domains", "mail domain", "domains", "domain", "domain names", "email domain"],
          ...["email domains", "e mail domains", "e mail domain"],
        ],
      },
      notes: {
        name: "Notes",
        headers: ["notes", "note", "details", "description", "comment", "comments", "notizen"],
      },
      state: { name: "State", headers: ["state", "status"] },
    },
  },
} as const satisfies Record<ImportKind, ImportSpec>;

export type UserField = keyof (typeof importSpecs)["users"]["columns"];
export type CompanyField = keyof (typeof importSpecs)["companies"]["columns"];
export type ImportField = UserField | CompanyField;

/** The columns of one kind, in their order. */
export function importFieldsOf(kind: ImportKind): ImportField[] {
  return Object.keys(importSpecs[kind].columns) as ImportField[];
}

/** The names of columns on screen and in exports. A column of both kinds has one name. */
export const importFieldNames = Object.fromEntries(
  importKinds.flatMap((kind) =>
    Object.entries(importSpecs[kind].columns).map(([field, { name }]) => [field, name]),
  ),
) as Record<ImportField, string>;

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

interface RefusedRow extends ImportRowRef {
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
  const { one, many } = importSpecs[kind];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** `Import of users: 1,204 rows from staff.csv`, including rows that will be skipped. */
export function importTitle(kind: ImportKind, rows: number, file: string): string {
  const all = rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`;
  return `Import of ${kind}: ${all} from ${file}`;
}

/** Guesses the field of each column from its header; each field is used once. */
export function guessMapping(kind: ImportKind, headers: readonly string[]): ImportMapping {
  const taken = new Set<ImportField>();
  return headers.map((header) => {
    const field = guessField(kind, header);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Required fields without a column. */
export function missingFields(kind: ImportKind, mapping: ImportMapping): ImportField[] {
  const { key } = importSpecs[kind];
  return mapping.includes(key) ? [] : [key];
}

/** Whether a mapping is valid: fields of this kind, the right number of columns, no field twice. */
export function isMappingFor(kind: ImportKind, columns: number, mapping: ImportMapping): boolean {
  const fields = mapping.filter((field) => field !== null);
  const known = importFieldsOf(kind);
  return (
    mapping.length === columns &&
    new Set(fields).size === fields.length &&
    fields.every((field) => known.includes(field))
  );
}

function guessField(kind: ImportKind, header: string): ImportField | null {
  const words = header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const columns: Partial<Record<ImportField, ImportColumn>> = importSpecs[kind].columns;
  return importFieldsOf(kind).find((field) => columns[field]?.headers.includes(words)) ?? null;
}
