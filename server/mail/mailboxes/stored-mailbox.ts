import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { MailboxFields } from "../../../shared/mailboxes.ts";
import type { Tx } from "../../db/database.ts";
import { oauthFields, storedOAuth } from "./oauth-settings.ts";

/** Of the mailbox `box`. */
export const aliasesOf = sql<string[]>`array(
  select address from mailbox_aliases where mailbox_id = box.id order by address)`;

export async function lockMailbox(tx: Tx, id: string) {
  const box = await tx
    .selectFrom("mailboxes as box")
    .selectAll("box")
    .select(storedOAuth.as("oauth"))
    .select(aliasesOf.as("aliases"))
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!box) throw new AppError("not_found");
  const server = await tx
    .selectFrom("mailbox_servers")
    .select(["id as server_id", "host", "port", "security", "login", "certificate"])
    .where("mailbox_id", "=", id)
    .where("direction", "=", "in")
    .executeTakeFirst();
  const out = await tx
    .selectFrom("mailbox_servers")
    .select(["id as out_server_id", "host as out_host", "port as out_port"])
    .select(["security as out_security", "login as out_login"])
    .select(sql<boolean>`secret is not null`.as("has_out_secret"))
    .where("mailbox_id", "=", id)
    .where("direction", "=", "out")
    .executeTakeFirst();
  return { ...noServer, ...noOutServer, ...box, ...server, ...out };
}

/** Of a mailbox that sends through the mail server of the installation. */
const noOutServer = {
  out_server_id: null,
  out_host: "",
  out_port: 587,
  out_security: "starttls" as const,
  out_login: "",
  has_out_secret: false,
};

/** Of a mailbox that fetches nothing. */
const noServer = {
  server_id: "",
  host: "",
  port: 993,
  security: "tls" as const,
  login: "",
  certificate: null,
};

type StoredMailbox = Awaited<ReturnType<typeof lockMailbox>>;

export function fieldsOf(row: Pick<StoredMailbox, FieldColumn>): MailboxFields {
  return {
    name: row.name,
    address: row.address,
    aliases: row.aliases,
    receives: row.receives,
    host: row.host,
    port: row.port,
    security: row.security,
    login: row.login,
    oauth: oauthFields(row.oauth),
    certificate: row.certificate,
    folder: row.folder,
    teamId: row.team_id,
    companyId: row.company_id,
    accepts: row.accepts,
    domains: row.domains,
    formsWriteHere: row.forms_write_here,
    joinsWithoutVerdict: row.joins_without_verdict,
    alwaysOwnTicket: row.always_own_ticket,
    afterStoring: row.after_storing,
    moveTo: row.move_to,
    authservId: row.authserv_id,
    senderName: row.sender_name,
    signature: row.signature,
    acknowledges: row.acknowledges,
    quotes: row.quotes,
    plusArrives: row.plus_arrives ?? true,
    isDefault: row.is_default,
    sends: row.sends,
    outHost: row.out_host,
    outPort: row.out_port,
    outSecurity: row.out_security,
    outLogin: row.out_login,
  };
}

type FieldColumn =
  | keyof ReturnType<typeof rowOf>
  | "aliases"
  | "receives"
  | "host"
  | "port"
  | "security"
  | "login"
  | "oauth"
  | "certificate"
  | "out_host"
  | "out_port"
  | "out_security"
  | "out_login";

export function rowOf(fields: MailboxFields) {
  return {
    name: fields.name,
    address: fields.address,
    folder: fields.folder,
    team_id: fields.teamId,
    company_id: fields.companyId,
    accepts: fields.accepts,
    domains: fields.domains,
    forms_write_here: fields.formsWriteHere,
    joins_without_verdict: fields.joinsWithoutVerdict,
    always_own_ticket: fields.alwaysOwnTicket,
    after_storing: fields.afterStoring,
    move_to: fields.afterStoring === "move" ? fields.moveTo : null,
    authserv_id: fields.authservId,
    sender_name: fields.senderName,
    signature: fields.signature,
    acknowledges: fields.acknowledges,
    quotes: fields.quotes,
    plus_arrives: fields.plusArrives,
    is_default: fields.isDefault,
    sends: fields.sends,
  };
}

export function serverOf({ host, port, security, login, oauth, certificate }: MailboxFields) {
  const auth = oauth ? ("oauth" as const) : ("password" as const);
  return { host, port, security, login, auth, certificate };
}
