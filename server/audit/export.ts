import { type AuditFilter, type AuditRow, actWords, subjectWords } from "../../shared/audit.ts";
import { csvLine } from "../../shared/csv.ts";
import type { ActorDeps } from "../actor.ts";
import { recordAct } from "../events/record-act.ts";
import { stillActing } from "../still-acting.ts";
import { listAudit } from "./queries.ts";

const pageSize = 200;

const columns = [
  ...["when", "who", "who (id)", "what", "act", "on", "on (name)", "on (id)", "fields"],
  ...["before", "after", "network", "device", "address typed", "request"],
];

/** As filtered, page by page: however long the log is, little of it is held. Written down itself. */
export async function exportAudit(
  deps: ActorDeps,
  filter: AuditFilter,
): Promise<AsyncGenerator<string>> {
  await recordAct(
    deps.db,
    {
      act: "audit.exported",
      actorId: deps.actor.id,
      subject: { kind: "audit", id: null },
      fields: Object.entries(filter).flatMap(([field, value]) => (value ? [field] : [])),
    },
    deps,
  );
  return lines(deps, filter);
}

async function* lines(deps: ActorDeps, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(columns);
  let cursor: string | null = null;
  do {
    if (cursor) await stillActing(deps);
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(deps.db, {
      ...filter,
      cursor,
      limit: pageSize,
    });
    yield page.rows.map((row) => csvLine(cellsOf(row))).join("");
    cursor = page.nextCursor;
  } while (cursor);
}

function cellsOf(row: AuditRow): string[] {
  const { subject, changes } = row;
  const side = (which: "before" | "after") =>
    changes
      .filter((change) => change[which] !== null)
      .map((change) => `${change.field}: ${change[which]}`)
      .join("; ");
  return [
    row.at,
    row.actor?.name ?? "",
    row.actor?.id ?? "",
    actWords(row.act),
    row.act,
    subjectWords(subject.kind),
    subject.name ?? (subject.ticket ? `#${subject.ticket.number}` : ""),
    subject.id ?? "",
    row.fields.join("; "),
    side("before"),
    side("after"),
    row.network ?? "",
    row.device ?? "",
    row.typedAddress ?? "",
    row.requestId ?? "",
  ];
}
