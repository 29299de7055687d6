import type { Company } from "../../shared/companies.ts";
import { csvList } from "../../shared/csv.ts";
import { importFieldNames as fields, saysOfAll } from "../../shared/imports.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportCompaniesQuery, ExportUsersQuery } from "../../shared/schemas/exports.ts";
import { statusNames, ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import type { User } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { listCompanies } from "../companies/queries.ts";
import { listUsers } from "../users/queries.ts";
import { type Column, type ExportDeps, exportList } from "./export-list.ts";

// The columns of the import, so that an export can be imported again.
const userColumns: readonly Column<User>[] = [
  [fields.email, (user) => user.email],
  [fields.firstName, (user) => user.firstName],
  [fields.lastName, (user) => user.lastName],
  [fields.role, (user) => user.role],
  [fields.companyScope, (user) => user.companyScope ?? ""],
  [fields.companies, (user) => csvList(user.companies.map(({ name }) => name))],
  [fields.seesAllTickets, seenWhole],
  [fields.phone, (user) => user.phone ?? ""],
  [fields.timeZone, (user) => user.timeZone ?? ""],
  [fields.state, (user) => user.state],
  ["Last seen (UTC)", ({ lastSeenAt }) => lastSeenAt ?? ""],
  ["Created (UTC)", ({ createdAt }) => createdAt],
];

export function exportUsers(
  deps: ExportDeps,
  query: ExportUsersQuery,
): Promise<AsyncGenerator<string>> {
  const { sort: _, descending: __, ...filter } = query;
  return exportList<User>(deps, {
    act: "user.exported",
    subject: "user",
    filter,
    columns: userColumns,
    async page(deps, cursor) {
      const page = await listUsers(deps, { ...query, cursor, limit: pageLimit.max });
      return { rows: page.users, nextCursor: page.nextCursor };
    },
  });
}

/** A company named like a yes or a no is quoted, which tells it apart. */
function seenWhole({ companies }: User): string {
  const whole = companies.filter((company) => company.seesAllTickets);
  const cell = csvList(whole.map(({ name }) => name));
  return saysOfAll(cell) === null ? cell : `"${cell}"`;
}

interface ExportedCompany extends Company {
  notes: string;
}

const companyColumns: readonly Column<ExportedCompany>[] = [
  [fields.name, (company) => company.name],
  [fields.domains, (company) => csvList(company.domains)],
  [fields.state, (company) => company.state],
  ["Members", ({ memberCount }) => String(memberCount)],
  ["Agents", ({ agentCount }) => String(agentCount)],
  ...ticketStatuses.map(
    (status): Column<ExportedCompany> => [
      `${statusNames[status]} tickets`,
      ({ ticketCounts }) => String(ticketCounts[status]),
    ],
  ),
  ["Created (UTC)", ({ createdAt }) => createdAt],
  [fields.notes, (company) => company.notes],
];

export function exportCompanies(
  deps: ExportDeps,
  query: ExportCompaniesQuery,
): Promise<AsyncGenerator<string>> {
  const { sort: _, descending: __, ...filter } = query;
  return exportList<ExportedCompany>(deps, {
    act: "company.exported",
    subject: "company",
    filter,
    columns: companyColumns,
    async page(deps, cursor) {
      const page = await listCompanies(deps, { ...query, cursor, limit: pageLimit.max });
      return { ...page, rows: await withNotes(deps, page.companies) };
    },
  });
}

/** Notes are longer than the rest of a row, and no list shows them. */
async function withNotes(
  { db }: ActorDeps,
  companies: readonly Company[],
): Promise<ExportedCompany[]> {
  if (companies.length === 0) return [];
  const ids = companies.map(({ id }) => id);
  const rows = await db
    .selectFrom("companies")
    .select(["id", "notes"])
    .where("id", "in", ids)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.notes]));
  return companies.map((company) => ({ ...company, notes: known.get(company.id) ?? "" }));
}
