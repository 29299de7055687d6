import { type Role, roles } from "../../../shared/access.ts";
import { companyLimits } from "../../../shared/companies.ts";
import { readCsvList } from "../../../shared/csv.ts";
import { type ImportMapping, saysOfAll, type UserField } from "../../../shared/imports.ts";
import { line } from "../../../shared/schemas/text.ts";
import { timeZone } from "../../../shared/schemas/time-zone.ts";
import { email } from "../../../shared/schemas/users.ts";
import {
  type CompanyScope,
  companyScopes,
  type UserState,
  userLimits,
  userStates,
} from "../../../shared/users.ts";
import { keyOf } from "../existing-records.ts";
import { oneOf, presentValues, type ReadRow, readCells, WrongCell } from "../read-cells.ts";
import type { StoredRow } from "../stored-file.ts";

/** The values of a row. Missing or empty ones change nothing. */
export interface UserRowValues {
  email: string;
  firstName?: string;
  lastName?: string;
  role?: Role;
  companyScope?: CompanyScope;
  /** By name. */
  companies?: string[];
  /** All or none of their companies, or those with these names. */
  seesAllTickets?: boolean | string[];
  phone?: string;
  timeZone?: string;
  state?: UserState;
}

/** Checks one row by itself, and reports all its problems together. */
export function readUserRow(row: StoredRow, mapping: ImportMapping): ReadRow<UserRowValues> {
  const { values: cells, reasons, unread, read } = readCells(row.cells, mapping);
  const whole = read("fullName", readFullName);
  const given = {
    firstName: read("firstName", (cell) => name.parse(cell)),
    lastName: read("lastName", (cell) => name.parse(cell)),
    role: read("role", (cell) => oneOf(roles, cell)),
    companyScope: read("companyScope", (cell) => oneOf(companyScopes, cell)),
    companies: read("companies", readCompanies),
    phone: read("phone", (cell) => phone.parse(cell)),
    timeZone: read("timeZone", readTimeZone),
    state: read("state", (cell) => oneOf(userStates, cell)),
  } satisfies Record<Exclude<UserField, "email" | "fullName" | "seesAllTickets">, unknown>;
  const seesAllTickets = read("seesAllTickets", (cell) => readSeesAll(cell, given.companies));
  if (cells.email === undefined) reasons.push("Email is missing.");
  const address = read("email", (cell) => email.parse(cell)) ?? "";
  if (row.sameAs !== null) reasons.push(`Line ${row.sameAs} has this address already.`);
  return {
    position: row.position,
    line: row.line,
    reasons,
    unread,
    key: keyOf(address),
    subject: cells.email ?? cells.fullName ?? cells.lastName ?? "A row without an address",
    values: { ...whole, ...presentValues({ ...given, seesAllTickets }), email: address },
  };
}

const name = line(userLimits.name);
const fullName = line(2 * userLimits.name + 1);
const phone = line(userLimits.phone);
const companyName = line(companyLimits.name);

/** The first word and the rest, each checked like a typed name. */
function readFullName(cell: string): Pick<UserRowValues, "firstName" | "lastName"> {
  const [first = "", ...rest] = fullName.parse(cell).split(/\s+/);
  return {
    firstName: name.parse(first),
    ...(rest.length > 0 && { lastName: name.parse(rest.join(" ")) }),
  };
}

function readCompanies(cell: string): string[] {
  const names = readCsvList(cell).map((one) => companyName.parse(one));
  if (names.length > userLimits.companies) {
    throw new WrongCell(`At most ${userLimits.companies} are possible.`);
  }
  return names;
}

/**
 * If a company of the row is itself named like a yes, only that company is meant, so that a name never grants
 * more.
 */
function readSeesAll(cell: string, companies: readonly string[] = []): boolean | string[] {
  const said = saysOfAll(cell);
  if (said === null) return readCsvList(cell);
  const isOneOfThem = companies.some((name) => keyOf(name) === keyOf(cell));
  return said && isOneOfThem ? [cell] : said;
}

/** Cached, since the same few zones occur thousands of times and are slow to check. */
const knownZones = new Map<string, string>();
const mostZones = 2_000;

function readTimeZone(cell: string): string {
  const known = knownZones.get(cell);
  if (known !== undefined) return known;
  const zone = timeZone.parse(cell);
  if (knownZones.size < mostZones) knownZones.set(cell, zone);
  return zone;
}
