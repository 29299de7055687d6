import type { Db } from "../../server/db/database.ts";
import type { Encryption } from "../../server/encryption.ts";
import { secretCell } from "../../server/mail/mail-host.ts";
import type { Dovecot } from "./dovecot.ts";

/** Puts a mailbox of the account into the database, as if a Super Admin had connected it. */
export async function connectDovecot(
  db: Db,
  {
    imap,
    login,
    encryption,
  }: { imap: Pick<Dovecot, "host" | "port">; login: string; encryption: Encryption },
): Promise<string> {
  const [id, serverId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await db
    .insertInto("mailboxes")
    .values({ id, name: login, address: `${login}@acme.test`, receives: "imap", is_default: true })
    .execute();
  await db
    .insertInto("mailbox_folders")
    .values({ mailbox_id: id, path: "INBOX", uidvalidity: 0 })
    .execute();
  await db
    .insertInto("mailbox_servers")
    .values({
      ...{ id: serverId, mailbox_id: id, direction: "in", host: imap.host, port: imap.port },
      ...{ security: "none", login },
      secret: encryption.encrypt("secret", secretCell(serverId)),
    })
    .execute();
  return id;
}

/** How many mails of the mailbox were stored, and how many of them still wait to be read. */
export async function countMails(db: Db, mailboxId: string) {
  const { stored, waiting } = await db
    .selectFrom("inbound_mails")
    .select(({ fn, val }) => [
      fn.countAll<number>().as("stored"),
      fn.countAll<number>().filterWhere("state", "=", val("stored")).as("waiting"),
    ])
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirstOrThrow();
  return { stored: Number(stored), waiting: Number(waiting) };
}
