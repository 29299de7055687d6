import { type AuditFilter, type AuditRow, actWords, subjectWords } from "../../shared/audit.ts";
import type { ActorDeps } from "../actor.ts";
import { exportList } from "../exports/export-list.ts";
import { listAudit } from "./queries.ts";

const pageSize = 200;

const columns = [
  ...["when", "who", "who (id)", "what", "act", "on", "on (name)", "on (id)"],
  ...["person", "person (id)", "fields"],
  ...["before", "after", "network", "device", "address typed", "request"],
];

export function exportAudit(deps: ActorDeps, filter: AuditFilter): Promise<AsyncGenerator<string>> {
  return exportList<AuditRow>(deps, {
    ...{ act: "audit.exported", subject: "audit", filter, columns, cells },
    page: ({ db }, cursor) => listAudit(db, { ...filter, cursor, limit: pageSize }),
  });
}

function cells(row: AuditRow): string[] {
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
    row.person?.name ?? "",
    row.person?.id ?? "",
    row.fields.join("; "),
    side("before"),
    side("after"),
    row.network ?? "",
    row.device ?? "",
    row.typedAddress ?? "",
    row.requestId ?? "",
  ];
}
