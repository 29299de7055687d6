import { beforeAll, expect, test } from "bun:test";
import { insertMailbox, rawMail, setUpTestFiles } from "../../../tests/support/mail-desk.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { sweepFiles } from "../../files/sweep.ts";
import { storeInboundMail } from "./store.ts";

const database = setUpTestDatabase();
const store = setUpTestFiles();
let mailboxId: string;
const now = new Date();

beforeAll(async () => {
  mailboxId = (await insertMailbox(database.db)).id;
}, 60_000);

const deps = () => ({ db: database.db, files: store, now });
const put = (bytes: Uint8Array, more: object = {}) =>
  storeInboundMail(deps(), { mailboxId, source: "command", bytes, ...more });

test("a mail is stored once, however often it arrives", async () => {
  const bytes = rawMail({ "Message-ID": "<first@harbour.test>" });
  const first = await put(bytes, { envelopeTo: "support@acme.test" });
  expect(first.isRepeated).toBe(false);
  expect(await put(bytes)).toEqual({ id: first.id, isRepeated: true });
  const row = await database.db
    .selectFrom("inbound_mails")
    .selectAll()
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    state: "stored",
    header_id: "<first@harbour.test>",
    envelope_to: "support@acme.test",
    raw_size: bytes.length,
    attempts: 0,
  });
});

test("the same mail that arrives several times at the same moment is one row", async () => {
  const bytes = rawMail();
  const all = await Promise.all(Array.from({ length: 6 }, () => put(bytes)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
});

test("a folder's cursor moves with the mail, and never back", async () => {
  await database.db
    .insertInto("mailbox_folders")
    .values({ mailbox_id: mailboxId, path: "INBOX", uidvalidity: 7 })
    .execute();
  const cursor = async () => {
    const { last_uid } = await database.db
      .selectFrom("mailbox_folders")
      .select("last_uid")
      .executeTakeFirstOrThrow();
    return last_uid;
  };
  const at = (uid: number) => ({ source: "imap", folder: "INBOX", uidvalidity: 7, uid });
  const bytes = rawMail();
  const one = await put(bytes, at(5));
  expect(await cursor()).toBe(5);
  // The same words under another UID are another mail; the same UID is the same mail.
  const other = await put(bytes, at(6));
  expect(other.isRepeated).toBe(false);
  expect(await put(rawMail(), at(5))).toEqual({ id: one.id, isRepeated: true });
  expect(await cursor()).toBe(6);
});

test("the sweep keeps the originals of stored mails", async () => {
  const { id } = await put(rawMail());
  await sweepFiles({ db: database.db, now: new Date(now.getTime() + 48 * 60 * 60_000) }, store);
  const content = await database.db
    .selectFrom("inbound_mails")
    .innerJoin("file_contents", "file_contents.id", "inbound_mails.content_id")
    .select("removed_at")
    .where("inbound_mails.id", "=", id)
    .executeTakeFirstOrThrow();
  expect(content.removed_at).toBeNull();
});

test("an empty mail is refused, and nothing is stored", async () => {
  await expect(put(new Uint8Array())).rejects.toThrow();
});
