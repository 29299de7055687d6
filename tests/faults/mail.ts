import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { startDovecot } from "../support/dovecot.ts";
import { connectDovecot, countMails } from "../support/mail-at-rest.ts";
import type { FaultReport } from "./faults.ts";
import { encryption, openStage, type Stage } from "./stage.ts";

/** One of these is a part of the name that `--only` asks for. */
export const mailFault = { name: "the server is killed while it reads mail", rounds: 10 };

/** A mail that was handed to the mail server, by what only it says. */
interface SentMail {
  key: string;
  /** It answers the first one, so it becomes a message; otherwise a ticket. */
  isAnswer: boolean;
}

const login = "support";
const firstKey = "first";
const account = "ana@acme.test";

/** Kills the server with -9 while mail arrives, then compares what came of each mail with the ledger. */
export async function runMailFault(rounds: number): Promise<FaultReport> {
  const imap = await startDovecot();
  const stage = await openStage({ agents: 1 });
  const ledger = openSync(join(stage.folder, "mails"), "a");
  const sent: SentMail[] = [];
  let isOver = false;
  try {
    await imap.setPassword(login, "secret");
    const mailboxId = await connectDovecot(stage.owner, { imap, login, encryption });
    await liftLimits(stage);
    let server = await stage.start();
    await until(async () => (await openedFolder(stage)) > 0, "the mailbox to be opened", 60_000);
    const send = async (mail: SentMail) => {
      writeSync(ledger, `${JSON.stringify(mail)}\n`);
      fsyncSync(ledger);
      sent.push(mail);
      await imap.deliver(login, textOf(mail));
    };
    await send({ key: firstKey, isAnswer: false });
    await until(async () => (await handled(stage, mailboxId)) >= 1, "the first mail", 60_000);
    const sending = (async () => {
      while (!isOver) {
        await send({ key: crypto.randomUUID(), isAnswer: Math.random() < 0.5 });
        await Bun.sleep(60);
      }
    })();

    let slowestRecoveryMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      await Bun.sleep(Math.random() * 1_500);
      server.signal("SIGKILL");
      await server.ended();
      server = await stage.start(server.port);
      const begin = performance.now();
      const before = await handled(stage, mailboxId);
      await until(async () => (await handled(stage, mailboxId)) > before, "more mail", 120_000);
      slowestRecoveryMs = Math.max(slowestRecoveryMs, performance.now() - begin);
    }
    isOver = true;
    await sending;
    await until(
      async () => {
        await readAgainNow(stage);
        return (await handled(stage, mailboxId)) >= sent.length;
      },
      "all mails",
      180_000,
    );
    const times = await timesThere(stage, sent);
    return {
      ...{ name: mailFault.name, rounds, sent: sent.length, acknowledged: sent.length },
      lost: times.filter((count) => count === 0).length,
      doubled: times.filter((count) => count > 1).length,
      disagreements: await disagreements(stage, sent),
      ...{ refusedButThere: 0, failures: 0, foreign: [], longestAnswerMs: 0, slowestRecoveryMs },
    };
  } finally {
    isOver = true;
    closeSync(ledger);
    await stage.end();
    await imap.stop();
  }
}

function textOf({ key, isAnswer }: SentMail): string {
  const [subject, answers] = isAnswer
    ? [`Re: Mail ${firstKey}`, `In-Reply-To: <${firstKey}@acme.test>\n`]
    : [`Mail ${key}`, ""];
  const head = `From: Ana <${account}>\nTo: support@acme.test\nSubject: ${subject}\nMessage-ID: <${key}@acme.test>\n${answers}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n`;
  const file = Buffer.from(`file of ${key}`).toString("base64");
  return `${head}\n--b\nContent-Type: text/plain\n\nWritten as ${key}\n--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="${key}.bin"\nContent-Transfer-Encoding: base64\n\n${file}\n--b--\n`;
}

/** The limits are for senders who write hundreds of mails a minute, as this one does. */
async function liftLimits({ owner }: Stage): Promise<void> {
  await sql`
    create function mail_of_long_ago() returns trigger language plpgsql as $$
    begin
      new.decided_at = new.decided_at - interval '3 days';
      return new;
    end $$`.execute(owner);
  await sql`
    create trigger lift_limits before update of decided_at on inbound_mails
    for each row execute function mail_of_long_ago()`.execute(owner);
}

async function openedFolder({ owner }: Stage): Promise<number> {
  const { rows } = await sql<{ uidvalidity: number }>`
    select uidvalidity::float8 from mailbox_folders`.execute(owner);
  return rows[0]?.uidvalidity ?? 0;
}

async function handled({ owner }: Stage, mailboxId: string): Promise<number> {
  const { stored, waiting } = await countMails(owner, mailboxId);
  return stored - waiting;
}

/** What a killed server had taken waits for its lease; here the wait is cut short. */
async function readAgainNow({ owner }: Stage): Promise<void> {
  await sql`
    update inbound_mails set next_attempt_at = now()
    where state = 'stored' and next_attempt_at > now() + interval '5 seconds'`.execute(owner);
}

/** How often each mail's text is in a message. */
async function timesThere({ owner }: Stage, sent: readonly SentMail[]): Promise<number[]> {
  const keys = sent.map(({ key }) => key);
  const { rows } = await sql<{ times: number }>`
    select (select count(*) from messages where body = 'Written as ' || key)::int as times
    from unnest(${keys}::text[]) with ordinality as sent (key, at) order by at`.execute(owner);
  return rows.map(({ times }) => times);
}

async function disagreements({ owner }: Stage, sent: readonly SentMail[]): Promise<string[]> {
  const queries = {
    "a mail with more than one row": sql`
      select count(*) - count(distinct header_id) from inbound_mails`,
    "a mail that was sent and has no row": sql`
      select ${sent.length}::int - count(*) from inbound_mails`,
    "a mail that is neither a ticket, a message nor held": sql`
      select count(*) from inbound_mails where state = 'stored'`,
    "a mail that was held": sql`select count(*) from inbound_mails where state = 'held'`,
    "an answer that became a ticket, or a new mail that became none": sql`
      select count(*) from message_mails mail join inbound_mails i on i.id = mail.inbound_mail_id
      where (mail.subject like 'Re: %') <> (i.state = 'message')`,
    "a message without its one file": sql`
      select count(*) from messages m where m.body like 'Written as %' and 1 <> (
        select count(*) from files f where f.message_id = m.id)`,
    "a ticket without its one confirmation, of the first three a day": sql`
      select count(*) from (
        select o.ticket_id from outgoing_mails o where o.template = 'ticket-received'
        group by o.ticket_id having count(*) > 1) twice`,
  };
  const found: string[] = [];
  for (const [words, query] of Object.entries(queries)) {
    const { rows } = await sql<{ count: number }>`select (${query})::int as count`.execute(owner);
    const count = rows[0]?.count ?? 0;
    if (count !== 0) found.push(`${count} × ${words}`);
  }
  return found;
}

async function until(isTrue: () => Promise<boolean>, what: string, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await Bun.sleep(100);
  }
}
