import type { Company } from "../../shared/companies.ts";
import { csvList } from "../../shared/csv.ts";
import { importFieldNames } from "../../shared/imports.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportCompaniesQuery } from "../../shared/schemas/exports.ts";
import { statusNames, ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../actor.ts";
import { listCompanies } from "../companies/queries.ts";
import { exportList } from "./export-list.ts";

const { name, domains, state } = importFieldNames;

const columns = [
  ...[name, domains, state, "Members", "Agents"],
  ...ticketStatuses.map((status) => `${statusNames[status]} tickets`),
  "Created",
];

export function exportCompanies(
  deps: ActorDeps,
  query: ExportCompaniesQuery,
): Promise<AsyncGenerator<string>> {
  const { sort: _, descending: __, ...filter } = query;
  return exportList<Company>(deps, {
    ...{ act: "company.exported", subject: "company", filter, columns, cells },
    async page(deps, cursor) {
      const page = await listCompanies(deps, { ...query, cursor, limit: pageLimit.max });
      return { rows: page.companies, nextCursor: page.nextCursor };
    },
  });
}

function cells(company: Company): string[] {
  return [
    ...[company.name, csvList(company.domains), company.state],
    ...[String(company.memberCount), String(company.agentCount)],
    ...ticketStatuses.map((status) => String(company.ticketCounts[status])),
    company.createdAt,
  ];
}
