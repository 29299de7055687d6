import { csvList } from "../../shared/csv.ts";
import { importFieldNames, saysOfAll } from "../../shared/imports.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportUsersQuery } from "../../shared/schemas/exports.ts";
import type { User } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import { listUsers } from "../users/queries.ts";
import { exportList } from "./export-list.ts";

const { email, firstName, lastName, role, companyScope, companies } = importFieldNames;
const { seesAllTickets, phone, timeZone, state } = importFieldNames;

// As the import knows them, so that what is exported can be brought in again.
const columns = [
  ...[email, firstName, lastName, role, companyScope, companies, seesAllTickets, phone],
  ...[timeZone, state, "Last seen", "Created"],
];

export function exportUsers(
  deps: ActorDeps,
  query: ExportUsersQuery,
): Promise<AsyncGenerator<string>> {
  const { sort: _, descending: __, ...filter } = query;
  return exportList<User>(deps, {
    ...{ act: "user.exported", subject: "user", filter, columns, cells },
    async page(deps, cursor) {
      const page = await listUsers(deps, { ...query, cursor, limit: pageLimit.max });
      return { rows: page.users, nextCursor: page.nextCursor };
    },
  });
}

function cells(user: User): string[] {
  const whole = user.companies.filter((company) => company.seesAllTickets).map(({ name }) => name);
  return [
    ...[user.email, user.firstName, user.lastName, user.role, user.companyScope ?? ""],
    csvList(user.companies.map(({ name }) => name)),
    seenWhole(whole),
    ...[user.phone ?? "", user.timeZone ?? "", user.state],
    ...[user.lastSeenAt ?? "", user.createdAt],
  ];
}

/** One that is called like a yes or a no stands in quotes, which no yes does. */
function seenWhole(names: readonly string[]): string {
  const cell = csvList(names);
  return saysOfAll(cell) === null ? cell : `"${cell}"`;
}
