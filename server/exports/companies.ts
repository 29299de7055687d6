import type { Company } from "../../shared/companies.ts";
import { csvList } from "../../shared/csv.ts";
import { importFieldNames } from "../../shared/imports.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportCompaniesQuery } from "../../shared/schemas/exports.ts";
import { statusNames, ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import { listCompanies } from "../companies/queries.ts";
import { type Column, type ExportDeps, exportList } from "./export-list.ts";

const { name, domains, state, notes } = importFieldNames;

interface ExportedCompany extends Company {
  notes: string;
}

const columns: readonly Column<ExportedCompany>[] = [
  [name, (company) => company.name],
  [domains, (company) => csvList(company.domains)],
  [state, (company) => company.state],
  ["Members", ({ memberCount }) => String(memberCount)],
  ["Agents", ({ agentCount }) => String(agentCount)],
  ...ticketStatuses.map(
    (status): Column<ExportedCompany> => [
      `${statusNames[status]} tickets`,
      ({ ticketCounts }) => String(ticketCounts[status]),
    ],
  ),
  ["Created (UTC)", ({ createdAt }) => createdAt],
  [notes, (company) => company.notes],
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
    columns,
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
