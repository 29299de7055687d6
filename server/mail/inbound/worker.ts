import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import type { Db } from "../../db/database.ts";
import type { FileStore } from "../../files/store.ts";
import { createWakeup } from "../../live/wakeup.ts";
import type { Log } from "../../log.ts";
import { whileLeased } from "../mailbox-lease.ts";
import { actOnMail } from "./act.ts";
import { type ReadMail, readOriginal, scanOriginal } from "./original.ts";
import { createMailParser, type MailParser } from "./parser.ts";
import type { Outcome } from "./work.ts";

export interface InboundWorker {
  /** Checks now instead of within a second: after a mail was stored. */
  wake(): void;
  /** Resolves when no due mail is left; for tests. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface InboundWorkerOptions {
  db: Db;
  files: FileStore;
  log: Log;
  now: () => Date;
  /** This server as a reader of mailboxes: it works on the mails that it reads. */
  readsAs?: string;
  /** Called after each mail that became a ticket or message. */
  onDone?: () => void;
}

interface InboundDeps {
  db: Db;
  files: FileStore;
  parser: MailParser;
  log: Log;
  now: () => Date;
  readsAs?: string;
}

const idleMs = 1000;
/** Longer than reading a mail can take; afterwards the server that took it is taken for dead. */
const leaseMs = 60_000;
/** Until it is tried again after each failure. */
const waitMinutes = [1, 5, 15];
/** At this attempt, a mail that cannot be read becomes a plain ticket. */
const lastAttempt = 3;
/** How long an answer waits for the mail that it answers. */
const orderMs = 60_000;

/** Turns stored mails into tickets and messages, in order, as long as the server lives. */
export function startInboundWorker(options: InboundWorkerOptions): InboundWorker {
  const { log, onDone } = options;
  const parser = createMailParser();
  const deps = { ...options, parser };
  const wakeup = createWakeup();
  let waiting: (() => void)[] = [];
  let stopping = false;
  let isUnreachable = false;

  async function drain(): Promise<void> {
    while (!stopping) {
      const asked = waiting;
      if (await tryOne()) continue;
      waiting = waiting.filter((each) => !asked.includes(each));
      for (const settle of asked) settle();
      await wakeup.wait(idleMs);
    }
    for (const settle of waiting) settle();
  }

  async function tryOne(): Promise<boolean> {
    try {
      const worked = await workOnNext(deps);
      isUnreachable = false;
      if (worked && worked !== "waits") onDone?.();
      return worked !== null;
    } catch (error) {
      const isLost = error instanceof AppError && error.code === "unavailable";
      // Logged once, not every second until the database is back.
      if (!isLost || !isUnreachable) log.error("mail.inbound-failed", {}, error);
      isUnreachable = isLost;
      return false;
    }
  }

  const drained = drain();
  return {
    wake: wakeup.wake,
    settled: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        wakeup.wake();
      }),
    async stop() {
      stopping = true;
      wakeup.wake();
      // A mail that is being read is finished: ending it would count as a failure.
      await drained;
      parser.stop();
    },
  };
}

interface TakenMail {
  id: string;
  mailbox_id: string;
  source: "imap" | "webhook" | "command";
  authserv_id: string | null;
  attempts: number;
  stored_at: Date;
  content_id: string | null;
  sha256: string | null;
  size: number | null;
}

type Worked = Outcome | "failed" | "waits";

/**
 * Works on the next mail that is due; null if there is none, or another server was faster. One server at a
 * time works on a mailbox's mails.
 */
export async function workOnNext(deps: InboundDeps): Promise<Worked | null> {
  const next = await findMailbox(deps);
  if (!next) return null;
  const { mailboxId, isReadHere } = next;
  const work = () => workOnMailbox(deps, mailboxId);
  return await (isReadHere ? work() : whileLeased(deps.db, mailboxId, work));
}

/** The mailbox of the oldest mail that is due, new mail before old, without those that another server reads or works on. */
async function findMailbox({
  db,
  now,
  readsAs = undefined,
}: InboundDeps): Promise<{ mailboxId: string; isReadHere: boolean } | null> {
  const { rows } = await sql<{ mailboxId: string; isReadHere: boolean }>`
    select mail.mailbox_id as "mailboxId", lease.holder is not null as "isReadHere"
    from inbound_mails mail
      left join mailbox_leases lease on lease.mailbox_id = mail.mailbox_id and lease.until > now()
    where mail.state = 'stored' and mail.next_attempt_at <= ${now()}::timestamptz
      and (lease.holder is null or lease.holder = ${readsAs ?? null}::uuid)
    order by mail.is_backlog, mail.id limit 1`.execute(db);
  return rows[0] ?? null;
}

async function workOnMailbox(deps: InboundDeps, mailboxId: string): Promise<Worked | null> {
  const taken = await takeNext(deps, mailboxId);
  if (!taken) return null;
  try {
    const read = await readTaken(deps, taken);
    if (await waitsForAnother(deps, taken, read)) return "waits";
    const outcome = await actOnMail({ db: deps.db, now: deps.now() }, taken.id, read);
    if (outcome) {
      deps.log.info("mail.received", { inboundMailId: taken.id, state: outcome.state });
    }
    return outcome ?? "waits";
  } catch (error) {
    await putOff(deps, taken);
    deps.log.error("mail.not-read", { inboundMailId: taken.id, attempt: taken.attempts }, error);
    return "failed";
  }
}

/**
 * The oldest mail of the mailbox that is due, new mail before old. The attempt is counted before the mail is read, since
 * reading it might end this process; others are not held up by a mail that fails.
 */
async function takeNext({ db, now }: InboundDeps, mailboxId: string): Promise<TakenMail | null> {
  const at = now();
  const { rows } = await sql<TakenMail>`
    with next as (
      select id from inbound_mails
      where mailbox_id = ${mailboxId}::uuid and state = 'stored'
        and next_attempt_at <= ${at}::timestamptz
      order by is_backlog, id limit 1
      for update skip locked
    )
    update inbound_mails mail set attempts = attempts + 1,
      next_attempt_at = ${new Date(at.getTime() + leaseMs)}::timestamptz
    from next where mail.id = next.id
    returning mail.id, mail.mailbox_id, mail.source, mail.attempts, mail.stored_at, mail.content_id,
      (select authserv_id from mailboxes where id = mail.mailbox_id) as authserv_id,
      (select encode(sha256, 'hex') from file_contents where id = mail.content_id) as sha256,
      (select size from file_contents where id = mail.content_id) as size`.execute(db);
  return rows[0] ?? null;
}

async function readTaken(deps: InboundDeps, taken: TakenMail): Promise<ReadMail> {
  const { content_id: id, sha256, size } = taken;
  if (!id || !sha256 || !size) throw new Error("The original of a mail was erased");
  const content = { id, sha256, size };
  try {
    // Mail over IMAP was checked by its mail server, or by no one.
    const signatures = taken.source === "imap" ? null : { authservId: taken.authserv_id };
    return await readOriginal({ ...deps, now: deps.now() }, content, signatures);
  } catch (error) {
    if (taken.attempts < lastAttempt) throw error;
    deps.log.warn("mail.unreadable", { inboundMailId: taken.id });
    return await scanOriginal(deps.files, content);
  }
}

/** An answer waits a moment for the mail that it answers, so that it finds its ticket. */
async function waitsForAnother(
  { db, now }: InboundDeps,
  { id, stored_at }: TakenMail,
  { mail }: ReadMail,
): Promise<boolean> {
  const ids = [...mail.inReplyTo, ...mail.references];
  const at = now();
  if (ids.length === 0 || at.getTime() - stored_at.getTime() > orderMs) return false;
  const { rows } = await sql`
    update inbound_mails set attempts = attempts - 1,
      next_attempt_at = ${new Date(at.getTime() + 2_000)}::timestamptz
    where id = ${id}::uuid and exists (
      select from inbound_mails other
      where other.header_id = any(${ids}::text[]) and other.state = 'stored' and other.id <> ${id}::uuid)
    returning id`.execute(db);
  return rows.length > 0;
}

async function putOff({ db, now }: InboundDeps, { id, attempts }: TakenMail): Promise<void> {
  const minutes = waitMinutes[attempts - 1] ?? waitMinutes.at(-1) ?? 15;
  await db
    .updateTable("inbound_mails")
    .set({ next_attempt_at: new Date(now().getTime() + minutes * 60_000) })
    .where("id", "=", id)
    .where("state", "=", "stored")
    .execute();
}
