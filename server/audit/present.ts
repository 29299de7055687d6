import { sql } from "kysely";
import { type AuditRow, fieldWords } from "../../shared/audit.ts";
import { isUuid } from "../../shared/ids.ts";
import type { Db } from "../db/database.ts";

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
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "Unknown" },
    subject: {
      kind: row.subjectKind,
      id: row.subjectId,
      name: row.subjectName ?? nameInValues(row),
      ticket: row.ticketNumber === null ? null : { number: row.ticketNumber },
    },
    person: row.personId === null ? null : { id: row.personId, name: row.personName ?? "Unknown" },
    fields: row.fields.map(fieldWords),
    requestId: row.requestId,
    network: row.network,
    device: row.device,
    typedAddress: row.typedAddress,
    changes,
  };
}

/** The name of a deleted subject, from the values of the entry. */
function nameInValues({ before, after }: StoredAudit): string | null {
  for (const values of [...(after ?? []), ...(before ?? [])]) {
    if (typeof values.name === "string") return values.name;
  }
  return null;
}

/**
 * The changed fields in the order of the entry. `firstName` and `first_name` count as the same field.
 * Fields that are empty before and after are left out.
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
  return isUuid(words) ? (names.get(words) ?? "(deleted)") : words;
}

/** Names by id. */
type Names = ReadonlyMap<string, string>;

interface BeforeAndAfter {
  before: Record<string, unknown>[] | null;
  after: Record<string, unknown>[] | null;
}

/** The current names of all ids in the values. Sends no statement if there are none. */
export async function namesIn(db: Db, rows: readonly BeforeAndAfter[]): Promise<Names> {
  const values = rows.flatMap(({ before, after }) => [...(before ?? []), ...(after ?? [])]);
  const ids = new Set(values.flatMap((each) => Object.values(each).flatMap(idsIn)));
  if (ids.size === 0) return new Map();
  const { rows: named } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${[...ids]}::uuid[]) as id)
    select companies.id, companies.name from companies join wanted using (id)
    union all
    select users.id, btrim(first_name || ' ' || last_name) from users join wanted using (id)
  `.execute(db);
  return new Map(named.map(({ id, name }) => [id, name]));
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === "string" && isUuid(value) ? [value] : [];
}
