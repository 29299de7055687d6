import { listMails, type Reading } from "./reading.ts";
import { addEvent } from "./state.ts";
import { storeMail } from "./store-mail.ts";

const everyMs = 24 * 60 * 60_000;

/**
 * Once a day, and when someone asks: looks whether each mail of the folder that arrived since the first
 * connection is stored, and fetches what is missing.
 */
export async function compareWithServer(reading: Reading): Promise<void> {
  const { deps, mailbox, client, cursor, signal } = reading;
  const { comparedAt, compareRequestedAt } = mailbox;
  const now = deps.now();
  const isAsked = compareRequestedAt !== null && (!comparedAt || comparedAt < compareRequestedAt);
  const isDue = comparedAt === null || now.getTime() - comparedAt.getTime() > everyMs;
  if (!isAsked && !isDue) return;
  const missing = await findMissing(reading);
  let fetched = 0;
  for (const uid of missing) {
    if (signal.aborted) return;
    const [mail] = await listMails(client, String(uid), uid);
    if (mail && (await storeMail(reading, mail))) fetched += 1;
  }
  await deps.db
    .updateTable("mailboxes")
    .set({ compared_at: now })
    .where("id", "=", mailbox.id)
    .execute();
  mailbox.comparedAt = now;
  if (!isAsked && fetched === 0) return;
  const words =
    fetched === 0
      ? `Compared with the server up to UID ${cursor.lastUid}: no mail is missing.`
      : `Compared with the server: ${fetched} missing ${fetched === 1 ? "mail was" : "mails were"} fetched.`;
  await addEvent(deps.db, mailbox.id, "folder", words, now);
}

async function findMissing({ deps, mailbox, client, cursor }: Reading): Promise<number[]> {
  const { firstUid, lastUid, uidvalidity } = cursor;
  if (lastUid < firstUid) return [];
  const found = await client.search({ uid: `${firstUid}:${lastUid}` }, { uid: true });
  const there = (found || []).filter((uid) => uid >= firstUid && uid <= lastUid);
  const rows = await deps.db
    .selectFrom("inbound_mails")
    .select("uid")
    .where("mailbox_id", "=", mailbox.id)
    .where("folder", "=", mailbox.folder)
    .where("uidvalidity", "=", uidvalidity)
    .where("uid", ">=", firstUid)
    .execute();
  const stored = new Set(rows.map(({ uid }) => uid));
  return there.filter((uid) => !stored.has(uid)).sort((one, other) => one - other);
}
