import { csvList } from "../../shared/csv.ts";
import { importFieldNames, saysOfAll } from "../../shared/imports.ts";
import { pageLimit } from "../../shared/paging.ts";
import type { ExportUsersQuery } from "../../shared/schemas/exports.ts";
import type { User } from "../../shared/users.ts";
import { listUsers } from "../users/queries.ts";
import { type Column, type ExportDeps, exportList } from "./export-list.ts";

const { email, firstName, lastName, role, companyScope, companies } = importFieldNames;
const { seesAllTickets, phone, timeZone, state } = importFieldNames;

// The columns of the import, so that an export can be imported again.
const columns: readonly Column<User>[] = [
  [email, (user) => user.email],
  [firstName, (user) => user.firstName],
  [lastName, (user) => user.lastName],
  [role, (user) => user.role],
  [companyScope, (user) => user.companyScope ?? ""],
  [companies, (user) => csvList(user.companies.map(({ name }) => name))],
  [seesAllTickets, seenWhole],
  [phone, (user) => user.phone ?? ""],
  [timeZone, (user) => user.timeZone ?? ""],
  [state, (user) => user.state],
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
    columns,
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
