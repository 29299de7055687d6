import { type RawBuilder, sql } from "kysely";
import {
  type AuditFilter,
  type AuditPage,
  type AuditRow,
  actionWords,
  subjectWords,
} from "../../shared/audit.ts";
import { moveDay, startOfDay } from "../../shared/dashboard/days.ts";
import type { ListAuditInput } from "../../shared/schemas/audit.ts";
import { fullName } from "../../shared/users.ts";
import type { Db } from "../db/database.ts";
import { afterCursor, cutMarked, type Mark, markOf, type Order, orderBy } from "../db/keyset.ts";
import { namedBeside } from "../events/audit-queries.ts";
import { type Column, type ExportDeps, exportList } from "../exports/export-list.ts";
import { namesIn, presentAudit, type StoredAudit } from "./present.ts";

const newestFirst: Order = {
  name: "at",
  descending: true,
  columns: [
    { sql: sql`l.at`, type: "timestamptz" },
    { sql: sql`l.id`, type: "uuid" },
  ],
};

/** The entries, newest first, with current names. */
export async function listAudit(db: Db, input: ListAuditInput): Promise<AuditPage> {
  const { cursor, limit, ...filter } = input;
  const { rows } = await sql<StoredAudit & { mark: Mark }>`
    select page.id, page.at, page.act, page.actor_id as "actorId",
      btrim(actor.first_name || ' ' || actor.last_name) as "actorName",
      page.subject_kind as "subjectKind", page.subject_id as "subjectId",
      ${subjectName} as "subjectName", ${ticketNumber} as "ticketNumber",
      person.id as "personId", btrim(person.first_name || ' ' || person.last_name) as "personName",
      page.fields, page.request_id as "requestId", beside.network, beside.device,
      beside.typed_address as "typedAddress", beside.before, beside.after, page.mark
    from (${pageOf(filter, cursor, limit + 1)}) page
    left join users actor on actor.id = page.actor_id
    left join lateral (
      select max(network) as network, max(device) as device, max(typed_address) as typed_address,
        json_agg(before) filter (where before is not null) as before,
        json_agg(after) filter (where after is not null) as after,
        (array_agg(person_id order by person_id) filter (
          where person_id is distinct from page.subject_id
            and person_id is distinct from page.actor_id))[1] as person_id
      from audit_personal personal where personal.audit_id = page.id
    ) beside on true
    left join users person on person.id = beside.person_id
    order by page.at desc, page.id desc`.execute(db);
  const page = cutMarked(newestFirst, limit, rows);
  const names = await namesIn(db, page.rows);
  return { rows: page.rows.map((row) => presentAudit(row, names)), nextCursor: page.nextCursor };
}

/** Entries about a user are found by their subject, or by a person named in audit_personal. */
function pageOf(filter: AuditFilter, cursor: ListAuditInput["cursor"], most: number) {
  const { subject, subjectId, ...others } = filter;
  const page = (conditions: RawBuilder<unknown>[]) => sql`
    select l.*, ${markOf(newestFirst)} as mark from audit_log l
    where ${sql.join([afterCursor(newestFirst, cursor), ...conditions], sql` and `)}
    order by ${orderBy(newestFirst)} limit ${most}`;
  const own = page(conditionsOf(filter));
  if (!subjectId || (subject && subject !== "user")) return own;
  const beside = page([namedBeside(subjectId), ...conditionsOf(others)]);
  return sql`
    select l.* from ((${own}) union all (${beside})) l
    order by ${orderBy(newestFirst)} limit ${most}`;
}

/** The name of the person in the filter, for a page opened by its address. */
export async function readAuditPerson(
  db: Db,
  { id }: { id: string },
): Promise<{ name: string | null }> {
  const person = await db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", id)
    .executeTakeFirst();
  return {
    name: person ? fullName({ firstName: person.first_name, lastName: person.last_name }) : null,
  };
}

function conditionsOf(filter: AuditFilter): RawBuilder<unknown>[] {
  const { actorId, act, subject, subjectId, from, to, timeZone = "UTC" } = filter;
  const startOf = (day: string) => startOfDay(day, timeZone);
  return [
    actorId && sql`l.actor_id = ${actorId}::uuid`,
    // Actions with the same prefix are adjacent in the index.
    act &&
      (act.includes(".")
        ? sql`l.act = ${act}`
        : sql`l.act >= ${`${act}.`} and l.act < ${`${act}/`}`),
    subject && sql`l.subject_kind = ${subject}`,
    subjectId && sql`l.subject_id = ${subjectId}::uuid`,
    from && sql`l.at >= ${startOf(from)}`,
    to && sql`l.at < ${startOf(moveDay(to, 1))}`,
  ].filter((condition) => condition !== undefined && condition !== "");
}

const subjectName = sql`
  case page.subject_kind
    when 'desk' then (select name from desk)
    when 'macro' then (select name from macros where macros.id = page.subject_id)
    when 'view' then (select name from saved_views where saved_views.id = page.subject_id)
    when 'team' then (select name from teams where teams.id = page.subject_id)
    when 'mailbox' then (select name from mailboxes where mailboxes.id = page.subject_id)
    when 'tag' then (select name from tags where tags.id = page.subject_id)
    when 'token' then (select name from api_tokens where api_tokens.id = page.subject_id)
    when 'webhook' then (select name from webhooks where webhooks.id = page.subject_id)
    when 'company' then (select name from companies where companies.id = page.subject_id)
    else (
      select btrim(first_name || ' ' || last_name) from users where users.id = page.subject_id)
  end`;

const ticketNumber = sql`
  (select t.number::float8 from tickets t where t.id = case page.subject_kind
    when 'ticket' then page.subject_id
    when 'message' then (select m.ticket_id from messages m where m.id = page.subject_id)
    when 'file' then (
      select m.ticket_id from files f join messages m on m.id = f.message_id
      where f.id = page.subject_id)
  end)`;

const pageSize = 200;

const columns: readonly Column<AuditRow>[] = [
  ["when", ({ at }) => at],
  ["who", ({ actor }) => actor?.name ?? ""],
  ["who (id)", ({ actor }) => actor?.id ?? ""],
  ["what", ({ act }) => actionWords(act)],
  ["action", ({ act }) => act],
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
  ["email entered", ({ typedAddress }) => typedAddress ?? ""],
  ["request", ({ requestId }) => requestId ?? ""],
];

export function exportAudit(
  deps: ExportDeps,
  filter: AuditFilter,
): Promise<AsyncGenerator<string>> {
  return exportList<AuditRow>(deps, {
    act: "audit.exported",
    subject: "audit",
    filter,
    columns,
    page: ({ db }, cursor) => listAudit(db, { ...filter, cursor, limit: pageSize }),
  });
}

function side({ changes }: AuditRow, which: "before" | "after"): string {
  return changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.field}: ${change[which]}`)
    .join("; ");
}
