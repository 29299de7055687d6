import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { SenderName } from "../../../shared/mailboxes.ts";
import type { Db } from "../../db/database.ts";
import type { SmtpServer } from "../../settings/mail-settings.ts";
import { secretCell, type TokenSource } from "../mail-host.ts";
import { type TokenDeps, tokenSource } from "../oauth-tokens.ts";
import { SendFailure } from "./smtp.ts";

/** The mailbox that mails about a ticket come from, and that their answers go to. */
export interface SendingMailbox {
  id: string;
  address: string;
  senderName: SenderName;
  signature: string;
  /** Whether mails quote the message before. */
  quotes: boolean;
  /** Whether mail to `address+token` arrives; null if that was never tried. */
  plusArrives: boolean | null;
  /** Its mail server tells who writes, so staff can answer by mail. */
  verifiesSenders: boolean;
  /** Its own mail server takes no mail. */
  cannotSend: boolean;
  /** Its own mail server; null: that of the settings. */
  server: StoredServer | null;
}

type StoredServer = Omit<SmtpServer, "password"> & {
  id: string;
  auth: "password" | "oauth";
  secret: string | null;
};

/** The ticket's mailbox, else the default one. The ticket is the one that shows the message now. */
export async function findSendingMailbox(
  db: Db,
  { ticketId, messageId }: { ticketId: string | null; messageId: string | null },
): Promise<SendingMailbox | null> {
  const { rows } = await sql<SendingMailbox>`
    ${selectMailbox}
      left join tickets t on t.mailbox_id = box.id and t.id = coalesce(
        (select shows.ticket_id from messages shows where shows.id = ${messageId}::uuid),
        ${ticketId}::uuid)
    where box.removed_at is null and (t.id is not null or box.is_default)
    order by t.id is null limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A mailbox by its id, to send a mail through it. */
export async function findMailboxToSend(db: Db, id: string): Promise<SendingMailbox> {
  const { rows } = await sql<SendingMailbox>`
    ${selectMailbox} where box.id = ${id}::uuid and box.removed_at is null`.execute(db);
  const [mailbox] = rows;
  if (!mailbox) throw new AppError("not_found");
  return mailbox;
}

/** The servers of these mailboxes, without those that are paused or removed or send through another one. */
export async function findServersInUse(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, StoredServer>> {
  const { rows } = await sql<SendingMailbox>`
    ${selectMailbox}
    where box.id = any(${[...ids]}::uuid[]) and box.removed_at is null and box.paused_at is null`.execute(
    db,
  );
  return new Map(rows.flatMap(({ id, server }) => (server ? [[id, server]] : [])));
}

const selectMailbox = sql`
  select box.id, box.address, box.sender_name as "senderName", box.signature, box.quotes,
    box.plus_arrives as "plusArrives",
    box.send_error is not null as "cannotSend",
    box.authserv_id is not null and box.receives <> 'none' as "verifiesSenders",
    case when server.id is not null and box.sends = 'own' then json_build_object(
      'id', server.id, 'host', server.host, 'port', server.port, 'security', server.security,
      'login', server.login, 'auth', server.auth, 'secret', server.secret, 'certificate', server.certificate) end
      as server
  from mailboxes box
    left join mailbox_servers server
      on server.mailbox_id = box.id and server.direction = 'out'`;

export function smtpServerOf(
  mailboxId: string,
  { id, auth, secret, ...server }: StoredServer,
  deps: TokenDeps,
): SmtpServer & { token: TokenSource | null } {
  try {
    if (auth === "oauth") return { ...server, password: "", token: tokenSource(deps, mailboxId) };
    const password = secret === null ? "" : deps.encryption.decrypt(secret, secretCell(id));
    return { ...server, password, token: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const words = `The password for ${server.host} cannot be read. Enter it again on Settings > Mailboxes.`;
    throw new SendFailure(words, { permanent: false, answered: false });
  }
}
