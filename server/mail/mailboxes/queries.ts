import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type {
  MailboxDetails,
  MailboxFields,
  MailboxState,
  MailboxSummary,
} from "../../../shared/mailboxes.ts";
import type { Db } from "../../db/database.ts";
import { storedOAuth } from "./oauth-settings.ts";
import { aliasesOf, fieldsOf } from "./stored-mailbox.ts";

interface QueryDeps {
  db: Db;
  /** MAIL_READING. */
  isReading: boolean;
}

export async function listMailboxes({ db, isReading }: QueryDeps): Promise<MailboxSummary[]> {
  const rows = await select(db).orderBy("box.name").orderBy("box.id").execute();
  return rows.map((row) => present(row, isReading));
}

const eventsShown = 20;

export async function getMailbox(
  { db, isReading }: QueryDeps,
  id: string,
): Promise<MailboxDetails> {
  const row = await select(db).where("box.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const events = await db
    .selectFrom("mailbox_events")
    .select(["id", "at", "text"])
    .where("mailbox_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(eventsShown)
    .execute();
  return {
    ...present(row, isReading),
    fields: fieldsShown(row),
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? "" },
    hasSecret: row.has_secret,
    hasOutSecret: row.has_out_secret,
    hasKey: row.webhook_key_hash !== null,
    hasClientSecret: row.oauth?.hasClientSecret ?? false,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}

function select(db: Db) {
  return db
    .selectFrom("mailboxes as box")
    .leftJoin("mailbox_servers as server", (join) =>
      join.onRef("server.mailbox_id", "=", "box.id").on("server.direction", "=", "in"),
    )
    .leftJoin("mailbox_servers as out", (join) =>
      join.onRef("out.mailbox_id", "=", "box.id").on("out.direction", "=", "out"),
    )
    .leftJoin("mailbox_leases as lease", "lease.mailbox_id", "box.id")
    .leftJoin("companies as company", "company.id", "box.company_id")
    .selectAll("box")
    .select(storedOAuth.as("oauth"))
    .select(aliasesOf.as("aliases"))
    .select(["server.host", "server.port", "server.security", "server.login", "server.certificate"])
    .select("company.name as company_name")
    .select([
      "out.host as out_host",
      "out.port as out_port",
      "out.security as out_security",
      "out.login as out_login",
      sql<boolean>`server.secret is not null`.as("has_secret"),
      sql<boolean>`"out".secret is not null`.as("has_out_secret"),
      sql<boolean>`coalesce(lease.until > now(), false)`.as("is_read"),
    ])
    .where("box.removed_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

function present(row: Row, isReading: boolean): MailboxSummary {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    aliases: row.aliases,
    receives: row.receives,
    state: stateOf(row, isReading),
    stateSince: row.state_since?.toISOString() ?? null,
    error: row.oauth?.refusal ?? row.error,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    sendError: row.send_error,
    lastMailAt: row.last_mail_at?.toISOString() ?? null,
  };
}

/** A server that crashed left its last state behind, but renews no lease. */
function stateOf(row: Row, isReading: boolean): MailboxState {
  if (row.paused_at !== null) return "paused";
  if (row.oauth && !row.oauth.isSignedIn) return "sign-in";
  if (row.oauth?.refusal) return "rejected";
  if (!isReading) return "off";
  const state = row.state as MailboxState;
  return ["waiting", "rejected"].includes(state) || row.is_read ? state : "idle";
}

function fieldsShown(row: Row): MailboxFields {
  return fieldsOf({
    ...row,
    host: row.host ?? "",
    port: row.port ?? 993,
    security: row.security ?? "tls",
    login: row.login ?? "",
    out_host: row.out_host ?? "",
    out_port: row.out_port ?? 587,
    out_security: row.out_security ?? "starttls",
    out_login: row.out_login ?? "",
  });
}
