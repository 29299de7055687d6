import { refuseInput } from "../../../shared/errors.ts";
import type { MailboxFields } from "../../../shared/mailboxes.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import { secretCell } from "../mail-host.ts";
import { saveOAuth } from "./oauth-settings.ts";
import { serverOf } from "./stored-mailbox.ts";

export type MailboxDeps = ActorDeps & { encryption: Encryption };

const dayMs = 24 * 60 * 60_000;

interface InServer {
  mailboxId: string;
  fields: MailboxFields;
  password: string | undefined;
  clientSecret: string | undefined;
  backlogDays: number;
  now: Date;
}

/** The server that the mailbox is fetched from. */
export async function insertInServer(
  tx: Tx,
  deps: MailboxDeps,
  { mailboxId: id, fields, password, clientSecret, backlogDays, now }: InServer,
): Promise<void> {
  await tx
    .insertInto("mailbox_folders")
    .values({
      mailbox_id: id,
      path: fields.folder,
      // Not opened yet.
      uidvalidity: 0,
      // Also what arrives between now and the first connection. Mail servers date to the second.
      backlog_since: new Date(Math.floor(now.getTime() / 1000) * 1000 - backlogDays * dayMs),
    })
    .execute();
  const serverId = Bun.randomUUIDv7();
  await tx
    .insertInto("mailbox_servers")
    .values({
      id: serverId,
      mailbox_id: id,
      direction: "in",
      ...serverOf(fields),
      ...secretOf(deps, serverId, fields, password),
    })
    .execute();
  const oauth = { before: null, next: fields.oauth, clientSecret, leadsElsewhere: false };
  await saveOAuth(tx, deps, { mailboxId: id, ...oauth });
}

/** A password that was not typed again stays stored. */
export async function updateInServer(
  tx: Tx,
  deps: MailboxDeps,
  { serverId, fields, password }: Pick<InServer, "fields" | "password"> & { serverId: string },
): Promise<void> {
  await tx
    .updateTable("mailbox_servers")
    .set({ ...serverOf(fields), ...secretOf(deps, serverId, fields, password) })
    .where("id", "=", serverId)
    .execute();
}

/** A mailbox that signs in with a provider stores no password. */
function secretOf(
  { encryption }: MailboxDeps,
  serverId: string,
  { oauth }: MailboxFields,
  password: string | undefined,
): { secret?: string | null } {
  if (oauth) return { secret: null };
  if (password === undefined) return {};
  return { secret: encryption.encrypt(password, secretCell(serverId)) };
}

interface OutServer {
  mailboxId: string;
  /** Null if it has none yet. */
  serverId: string | null;
  fields: MailboxFields;
  outPassword: string | undefined;
}

/** The server for sending stays stored while the mailbox sends through another one. */
export async function saveOutServer(
  tx: Tx,
  { encryption }: MailboxDeps,
  { mailboxId, serverId, fields, outPassword }: OutServer,
): Promise<void> {
  if (fields.outHost === "") return;
  const id = serverId ?? Bun.randomUUIDv7();
  const { outHost: host, outPort: port, outSecurity: security, outLogin: login } = fields;
  const auth = fields.oauth ? ("oauth" as const) : ("password" as const);
  const secret =
    outPassword === undefined ? {} : { secret: encryption.encrypt(outPassword, secretCell(id)) };
  const row = { host, port, security, login, auth, certificate: fields.certificate, ...secret };
  await tx
    .insertInto("mailbox_servers")
    .values({ id, mailbox_id: mailboxId, direction: "out", ...row })
    .onConflict((conflict) => conflict.columns(["mailbox_id", "direction"]).doUpdateSet(row))
    .execute();
}

/** As for reading: a stored password is not sent to another server. */
export function assertOutPassword(
  { sends, oauth, outLogin }: MailboxFields,
  isKnown: boolean,
): void {
  if (sends !== "own" || oauth || outLogin === "" || isKnown) return;
  throw refuseInput("outPassword", "Enter the password for sending.");
}
