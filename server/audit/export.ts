import { type AuditFilter, type AuditRow, actWords, subjectWords } from "../../shared/audit.ts";
import type { ActorDeps } from "../actor.ts";
import { type Column, exportList } from "../exports/export-list.ts";
import { listAudit } from "./queries.ts";

const pageSize = 200;

const columns: readonly Column<AuditRow>[] = [
  ["when", ({ at }) => at],
  ["who", ({ actor }) => actor?.name ?? ""],
  ["who (id)", ({ actor }) => actor?.id ?? ""],
  ["what", ({ act }) => actWords(act)],
  ["act", ({ act }) => act],
  ["on", ({ subject }) => subjectWords(subject.kind)],
  [
    "on (name)",
    ({ subject }) => subject.name ?? (subject.ticket ? `#${subject.ticket.number}` : ""),
  ],
  ["on (id)", ({ subject }) => subject.id ?? ""],
  ["person", ({ person }) => person?.name ?? ""],
  ["person (id)", ({ person }) => person?.id ?? ""],
  ["fields", ({ fields }) => fields.join("; ")],
  ["before", (row) => side(row, "before")],
  ["after", (row) => side(row, "after")],
  ["network", ({ network }) => network ?? ""],
  ["device", ({ device }) => device ?? ""],
  ["address typed", ({ typedAddress }) => typedAddress ?? ""],
  ["request", ({ requestId }) => requestId ?? ""],
];

export function exportAudit(deps: ActorDeps, filter: AuditFilter): Promise<AsyncGenerator<string>> {
  return exportList<AuditRow>(deps, {
    ...{ act: "audit.exported", subject: "audit", filter, columns },
    page: ({ db }, cursor) => listAudit(db, { ...filter, cursor, limit: pageSize }),
  });
}

function side({ changes }: AuditRow, which: "before" | "after"): string {
  return changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.field}: ${change[which]}`)
    .join("; ");
}
