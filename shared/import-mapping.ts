import {
  type ImportField,
  type ImportKind,
  type ImportMapping,
  importFields,
  importKeys,
} from "./imports.ts";

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
  const key = importKeys[kind];
  return mapping.includes(key) ? [] : [key];
}

/** Whether a mapping is valid: fields of this kind, the right number of columns, no field twice. */
export function isMappingFor(kind: ImportKind, columns: number, mapping: ImportMapping): boolean {
  const fields = mapping.filter((field) => field !== null);
  const known: readonly ImportField[] = importFields[kind];
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
  const known: Partial<Record<ImportField, readonly string[]>> = headerWords[kind];
  const fields: readonly ImportField[] = importFields[kind];
  return fields.find((field) => known[field]?.includes(words)) ?? null;
}

/** Headers used by other help desks, address books and mail programs. */
const headerWords = {
  users: {
    email: [
      "email",
      "e mail",
      "mail",
      "email address",
      "e mail address",
      "mail address",
      "address",
      "e mail adresse",
      "mailadresse",
    ],
    firstName: ["first name", "firstname", "given name", "forename", "first", "vorname", "prénom"],
    lastName: ["last name", "lastname", "surname", "family name", "last", "nachname", "nom"],
    fullName: ["name", "full name", "fullname", "display name", "person", "contact"],
    role: ["role", "user role", "rolle"],
    companyScope: ["company scope", "scope"],
    companies: [
      ...["company", "companies", "company name", "organisation", "organization"],
      ...["organisations", "organizations", "account", "customer", "firma"],
    ],
    seesAllTickets: ["sees all tickets of", "sees all tickets", "sees all company tickets"],
    phone: ["phone", "phone number", "telephone", "mobile", "tel", "telefon"],
    timeZone: ["time zone", "timezone", "tz", "zeitzone"],
    state: ["state", "status", "user state"],
  },
  companies: {
    name: ["name", "company", "company name", "organisation", "organization", "account", "firma"],
    domains: [
      ...["mail domains", "mail domain", "domains", "domain", "domain names", "email domain"],
      ...["email domains", "e mail domains", "e mail domain"],
    ],
    notes: ["notes", "note", "details", "description", "comment", "comments", "notizen"],
    state: ["state", "status"],
  },
} as const satisfies HeaderWords;

type HeaderWords = {
  [Kind in ImportKind]: Record<(typeof importFields)[Kind][number], readonly string[]>;
};
