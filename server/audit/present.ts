import { type AuditRow, fieldWords } from "../../shared/audit.ts";
import { isUuid } from "../../shared/ids.ts";
import type { Names } from "./names.ts";

export interface StoredAudit {
  id: string;
  at: Date;
  act: string;
  actorId: string | null;
  actorName: string | null;
  subjectKind: string;
  subjectId: string | null;
  subjectName: string | null;
  ticketNumber: number | null;
  personId: string | null;
  personName: string | null;
  fields: string[];
  requestId: string | null;
  network: string | null;
  device: string | null;
  typedAddress: string | null;
  before: Record<string, unknown>[] | null;
  after: Record<string, unknown>[] | null;
}

export function presentAudit(row: StoredAudit, names: Names): AuditRow {
  const changes = changesOf(row, names);
  return {
    id: row.id,
    at: row.at.toISOString(),
    act: row.act,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "Somebody" },
    subject: {
      kind: row.subjectKind,
      id: row.subjectId,
      name: row.subjectName ?? nameThen(row),
      ticket: row.ticketNumber === null ? null : { number: row.ticketNumber },
    },
    person: row.personId === null ? null : { id: row.personId, name: row.personName ?? "Somebody" },
    fields: row.fields.map(fieldWords),
    requestId: row.requestId,
    network: row.network,
    device: row.device,
    typedAddress: row.typedAddress,
    changes,
  };
}

/** Of what is gone, as it was called when this was written. */
function nameThen({ before, after }: StoredAudit): string | null {
  for (const values of [...(after ?? []), ...(before ?? [])]) {
    if (typeof values.name === "string") return values.name;
  }
  return null;
}

/**
 * Two spellings of one field, `firstName` and `first_name`, are one. They come as the act named
 * them; what was nothing and is nothing is no change.
 */
function changesOf({ before, after, fields }: StoredAudit, names: Names): AuditRow["changes"] {
  const changes = new Map<string, AuditRow["changes"][number]>();
  const put = (side: "before" | "after", values: Record<string, unknown>[] | null) => {
    for (const [key, value] of (values ?? []).flatMap((one) => Object.entries(one))) {
      const field = fieldWords(key);
      const change = changes.get(field) ?? { field, before: null, after: null };
      changes.set(field, { ...change, [side]: inWords(value, names) });
    }
  };
  put("before", before);
  put("after", after);
  const order = fields.map(fieldWords);
  const placeOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...changes.values()]
    .filter((change) => change.before !== null || change.after !== null)
    .sort((one, other) => placeOf(one.field) - placeOf(other.field));
}

function inWords(value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.map((each) => inWords(each, names)).join(", ") || null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return JSON.stringify(value);
  const words = String(value);
  return isUuid(words) ? (names.get(words) ?? "one that is gone") : words;
}
