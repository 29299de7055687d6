import type { AuditAct, AuditSubject } from "../../shared/audit.ts";
import { csvHead, csvLine } from "../../shared/csv.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { primaryReads, type Reads } from "../db/reads.ts";
import { recordAct } from "../events/record-act.ts";
import { stillActing } from "../still-acting.ts";

/** What an export gets: its permissions are always those of the primary, its rows may be some seconds old. */
export type ExportDeps = ActorDeps & { reads?: Reads };

interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

export type Column<Row> = readonly [name: string, cell: (row: Row) => string];

interface ListExport<Row> {
  act: AuditAct;
  subject: AuditSubject;
  /** The list's filters: their names are audited, never the values. */
  filter: object;
  columns: readonly Column<Row>[];
  /** With the permissions of that moment. It is called again if a standby fails. */
  page(deps: ActorDeps, cursor: string | null): Promise<Page<Row>>;
}

/**
 * Exports a filtered and sorted list page by page, holding little of it in memory. An invalid filter is
 * refused before a byte is sent; the export is audited.
 */
export async function exportList<Row>(
  { reads = primaryReads, ...deps }: ExportDeps,
  list: ListExport<Row>,
): Promise<AsyncGenerator<string>> {
  const page: ListExport<Row>["page"] = (deps, cursor) =>
    reads.run(deps.db, (db) => list.page({ ...deps, db }, cursor));
  const first = await page(deps, null);
  const entry = {
    act: list.act,
    actorId: deps.actor.id,
    subject: { kind: list.subject, id: null },
    fields: Object.entries(list.filter).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [name],
    ),
  };
  await transact(deps, (tx, deps) => recordAct(tx, entry, deps));
  return lines(deps, { ...list, page }, first);
}

async function* lines<Row>(
  deps: ActorDeps,
  list: ListExport<Row>,
  first: Page<Row>,
): AsyncGenerator<string> {
  const { columns } = list;
  const lineOf = (row: Row) => csvLine(columns.map(([, cell]) => cell(row)));
  yield csvHead(columns.map(([name]) => name));
  let page = first;
  for (;;) {
    if (page.rows.length > 0) yield page.rows.map(lineOf).join("");
    if (page.nextCursor === null) return;
    page = await list.page(await stillActing(deps), page.nextCursor);
  }
}
