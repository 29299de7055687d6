import { type Insertable, type Selectable, sql } from "kysely";
import type { Actor } from "../../server/access/actor.ts";
import { readActor } from "../../server/access/read-actor.ts";
import { tokenHash } from "../../server/auth/tokens.ts";
import type { Db, Tx } from "../../server/db/database.ts";
import type {
  AuditLog,
  Companies,
  Messages,
  Sessions,
  Teams,
  Tickets,
  Users,
} from "../../server/db/schema.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import { fullName } from "../../shared/users.ts";

/** Rows for tests: whole and plausible, where a test says nothing else. */
let made = 0;

export type UserRow = Selectable<Users>;
export type CompanyRow = Selectable<Companies>;
export type TicketRow = Selectable<Tickets>;
export type MessageRow = Selectable<Messages>;

type Given<Table> = Partial<Insertable<Table>>;

export interface Membership {
  id: string;
  seesAllTickets?: boolean;
}

/** By default an active Customer. `companies` are memberships, or an Agent's assigned ones. */
export async function insertUser(
  db: Db,
  { companies = [], ...given }: Given<Users> & { companies?: (string | Membership)[] } = {},
): Promise<UserRow> {
  made += 1;
  const user = await db
    .insertInto("users")
    .values({
      ...customerOf(made),
      company_scope: given.role === "Agent" ? "all" : null,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const company of companies) {
    const { id, seesAllTickets = false } = typeof company === "string" ? { id: company } : company;
    await db
      .insertInto("user_companies")
      .values({ user_id: user.id, company_id: id, sees_all_tickets: seesAllTickets })
      .execute();
  }
  return user;
}

/** As many Customers, by one statement. */
export async function insertUsers(
  db: Db,
  count: number,
  given: Given<Users> = {},
): Promise<UserRow[]> {
  const users = Array.from({ length: count }, () => {
    made += 1;
    return { ...customerOf(made), ...given };
  });
  return await db.insertInto("users").values(users).returningAll().execute();
}

function customerOf(number: number) {
  return {
    id: Bun.randomUUIDv7(),
    first_name: "Ana",
    last_name: `Person ${number}`,
    email: `person-${number}@example.test`,
    role: "Customer" as const,
    state: "active" as const,
  };
}

/** Creates a session and returns its id. */
export async function insertSession(
  db: Db,
  userId: string,
  given: Partial<Insertable<Sessions>> = {},
): Promise<string> {
  const now = new Date();
  const { id } = await db
    .insertInto("sessions")
    .values({
      ...{ id: tokenHash(Bun.randomUUIDv7()), public_id: Bun.randomUUIDv7(), user_id: userId },
      ...{ user_agent: "Firefox/1 Linux", created_at: now, last_seen_at: now },
      expires_at: new Date(now.getTime() + 60 * 60_000),
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertCompany(
  db: Db,
  { domains = [], ...given }: Given<Companies> & { domains?: string[] } = {},
): Promise<CompanyRow> {
  made += 1;
  const company = await db
    .insertInto("companies")
    .values({ id: Bun.randomUUIDv7(), name: `Company ${made}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const domain of domains) {
    await db.insertInto("company_domains").values({ domain, company_id: company.id }).execute();
  }
  return company;
}

export async function insertTeam(db: Db, given: Given<Teams> = {}): Promise<Selectable<Teams>> {
  made += 1;
  return await db
    .insertInto("teams")
    .values({ id: Bun.randomUUIDv7(), name: `Team ${made}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** New, unassigned and waiting for us by default; fields that another status requires are filled in. */
export async function insertTicket(
  db: Db,
  {
    followers = [],
    tags = [],
    ...given
  }: Given<Tickets> & { requester_id: string; followers?: string[]; tags?: string[] },
): Promise<TicketRow> {
  made += 1;
  const ticket = { ...defaultsOf(given), ...given };
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto("tickets")
      .values(ticket)
      .returningAll()
      .executeTakeFirstOrThrow();
    const people = new Set([row.requester_id, ...followers]);
    await tx
      .insertInto("ticket_people")
      .values([...[...people].map((user_id) => ({ ticket_id: row.id, user_id })), copiedOn(row)])
      .execute();
    await tx
      .insertInto("status_spans")
      .values({ ticket_id: row.id, status: row.status, started_at: row.created_at })
      .execute();
    await insertTags(
      tx,
      tags.map((name) => ({ ticket: row.id, name })),
    );
    return row;
  });
}

/** Every ticket has a copied person, who is no user: they must appear nowhere among its people. */
function copiedOn({ id }: { id: string }) {
  return { ticket_id: id, user_id: null, address: "copied@elsewhere.test", name: "Copied" };
}

/** As many alike. */
export async function insertTickets(db: Db, count: number, given: NewTicket): Promise<void> {
  await insertEachTicket(
    db,
    Array.from({ length: count }, () => given),
  );
}

type NewTicket = Given<Tickets> & {
  requester_id: string;
  tags?: string[];
  spans?: readonly { status: TicketStatus; from: Date; to: Date | null }[];
};

/** All of these by a handful of statements: one by one they would take most of a test's time. */
export async function insertEachTicket(db: Db, given: readonly NewTicket[]): Promise<TicketRow[]> {
  const tickets = given.map(({ tags: _tags, spans: _spans, ...columns }) => {
    made += 1;
    return { ...defaultsOf(columns), ...columns };
  });
  return await db.transaction().execute(async (tx) => {
    const rows = await tx.insertInto("tickets").values(tickets).returningAll().execute();
    const beside = rows.map((row, at) => ({ row, ...given[at] }));
    const people = rows.map(({ id, requester_id }) => ({ ticket_id: id, user_id: requester_id }));
    await tx
      .insertInto("ticket_people")
      .values([...people, ...rows.map(copiedOn)])
      .execute();
    const spans = beside.flatMap(({ row, spans }) =>
      (spans ?? [{ status: row.status, from: row.created_at, to: null }]).map((span) => ({
        ...{ ticket_id: row.id, status: span.status, started_at: span.from, ended_at: span.to },
      })),
    );
    await tx.insertInto("status_spans").values(spans).execute();
    await insertTags(
      tx,
      beside.flatMap(({ row, tags = [] }) => tags.map((name) => ({ ticket: row.id, name }))),
    );
    return rows;
  });
}

async function insertTags(tx: Tx, pairs: { ticket: string; name: string }[]): Promise<void> {
  if (pairs.length === 0) return;
  const names = [...new Set(pairs.map(({ name }) => name))];
  await tx
    .insertInto("tags")
    .values(names.map((name) => ({ id: Bun.randomUUIDv7(), name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await tx
    .selectFrom("tags")
    .select(["id", "name"])
    .where("name", "in", names)
    .execute();
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  await tx
    .insertInto("ticket_tags")
    .values(pairs.map(({ ticket, name }) => ({ ticket_id: ticket, tag_id: ids.get(name) ?? "" })))
    .execute();
}

type NewMessage = Given<Messages> & { ticket_id: string; author_id: string };

/** By default a public message, released as it was written. */
export async function insertMessage(db: Db, given: NewMessage): Promise<MessageRow> {
  return await db
    .insertInto("messages")
    .values(messageOf(given))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** All of these by one statement. */
export async function insertMessages(db: Db, given: readonly NewMessage[]): Promise<void> {
  if (given.length > 0) await db.insertInto("messages").values(given.map(messageOf)).execute();
}

function messageOf(given: NewMessage) {
  const created_at = given.created_at ?? new Date();
  return {
    id: Bun.randomUUIDv7(),
    home_ticket_id: given.ticket_id,
    kind: "public" as const,
    body: "It does not work.",
    created_at,
    released_at: given.kind === "note" ? null : created_at,
    release_at: waitUntil(given, created_at),
    ...given,
  };
}

/** What staff write waits before it is public, and that it has waited stays. */
function waitUntil({ author_id, kind, released_at }: NewMessage, created_at: unknown) {
  if (kind === "note" || released_at === null) return null;
  return sql<Date>`(
    select ${created_at}::timestamptz + ${releaseDelayMs} * interval '1 millisecond'
    from users where id = ${author_id}::uuid and role <> 'Customer')`;
}

/** A file that a message took along. */
export async function insertFile(
  db: Db,
  given: {
    message_id?: string;
    uploader_id: string;
    name: string;
    position?: number;
    redacted?: boolean;
  },
): Promise<{ id: string }> {
  const { redacted = false, ...file } = given;
  const created_at = new Date();
  const content_id = redacted ? null : Bun.randomUUIDv7();
  if (content_id) {
    await db
      .insertInto("file_contents")
      .values({ id: content_id, sha256: Buffer.alloc(32, content_id), size: 1, created_at })
      .execute();
  }
  return await db
    .insertInto("files")
    .values({
      ...{ id: Bun.randomUUIDv7(), type: "text/plain", size: 1, ...file, content_id, created_at },
      redacted_at: redacted ? created_at : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A line about something, written by a server whose clock is so many hours ahead. */
export async function insertAuditLine(
  db: Db,
  {
    hoursAhead,
    ...line
  }: Pick<Given<AuditLog>, "fields"> &
    Pick<Insertable<AuditLog>, "act" | "subject_kind" | "subject_id"> & { hoursAhead: number },
): Promise<void> {
  const at = new Date(Date.now() + hoursAhead * 60 * 60_000);
  const id = Bun.randomUUIDv7("hex", at);
  await db
    .insertInto("audit_log")
    .values({ id, at, ...line })
    .execute();
}

/** A user as they act, with the companies that they have now. */
export async function actorOf(db: Db, user: UserRow): Promise<Actor> {
  return await readActor(db, user);
}

export function nameOf(user: UserRow): string {
  return fullName({ firstName: user.first_name, lastName: user.last_name });
}

function defaultsOf(given: Given<Tickets>) {
  const status = given.status ?? "new";
  const created_at = given.created_at ?? new Date();
  const updated_at = given.updated_at ?? created_at;
  const solved = status === "resolved" || status === "closed";
  const waiting_for = { new: "us", open: "us", pending: "customer" } as const;
  const waits = status === "new" || status === "open" || status === "pending";
  return {
    id: Bun.randomUUIDv7(),
    subject: `Subject ${made}`,
    channel: "web" as const,
    created_at,
    updated_at,
    publicly_updated_at: updated_at,
    waiting_for: waits ? waiting_for[status] : null,
    waiting_since: (given.waiting_for === undefined ? waits : given.waiting_for !== null)
      ? updated_at
      : null,
    unassigned_since: given.assignee_id ? null : created_at,
    first_resolved_at: solved ? updated_at : null,
    last_resolved_at: solved ? updated_at : null,
    closed_at: status === "closed" ? updated_at : null,
  };
}
