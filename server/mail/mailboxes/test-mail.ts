import { createHash } from "node:crypto";
import type { ImapFlow } from "imapflow";
import { AppError, refuseInput } from "../../../shared/errors.ts";
import { authservIdOf } from "../../../shared/mail-authentication.ts";
import type { MailTestStep, StartedMailTest, TestedMailStep } from "../../../shared/mailboxes.ts";
import type { FindTestMailInput } from "../../../shared/schemas/mailboxes.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Encryption } from "../../encryption.ts";
import type { FileStore } from "../../files/store.ts";
import type { GuardedFetch } from "../../guarded-fetch.ts";
import type { MailConfig } from "../../settings/mail-settings.ts";
import type { TokenDeps } from "../oauth-tokens.ts";
import { findMailboxToSend, type SendingMailbox, smtpServerOf } from "../outbox/sending-mailbox.ts";
import { readMailSigning, toBase32 } from "../outbox/signing.ts";
import { createSender, createServerSender, mailHost, SendFailure } from "../outbox/smtp.ts";
import { renderMailboxTest } from "../templates/account.ts";
import { saveLearned } from "./commands.ts";
import { connectImap, openFolder, toFailure } from "./connection.ts";
import { loadMailbox, type ReadMailbox } from "./reading.ts";

interface TestDeps extends ActorDeps {
  encryption: Encryption;
  guardedFetch: GuardedFetch;
  files: FileStore;
  config: MailConfig;
}

/** For each step of an SMTP conversation: the person waits on screen. */
const smtpMs = 12_000;
/** How long a mail can take to arrive. */
export const longestMs = 60_000;
/** One call looks this long, since a server ends requests that stay silent. */
const lookMs = 8_000;
const pauseMs = 1_000;

/** Sends a mail to the mailbox and one to an address with `+`, as replies of customers come. */
export async function sendMailboxTest(
  deps: TestDeps,
  { id }: { id: string },
): Promise<StartedMailTest> {
  const { db } = deps;
  const mailbox = await findMailboxToSend(db, id);
  await loadTested(deps, id);
  const token = Bun.randomUUIDv7();
  const steps: TestedMailStep[] = [];
  const answer = await sendOne(deps, mailbox, mailbox.address, codeOf(token, "plain"));
  steps.push({ step: "sent", passed: answer.taken, text: answer.words });
  if (!answer.taken) {
    return { token, isOver: true, plusRefused: null, steps: [...steps, ...untried] };
  }
  const plus = plusAddress(mailbox.address, codeOf(token, "plus"));
  const second = await sendOne(deps, mailbox, plus, codeOf(token, "plus"));
  const plusRefused = second.taken ? null : second.words;
  return { token, isOver: false, plusRefused, steps: [...steps, ...untried] };
}

/**
 * Looks for both mails, until one more is found or the call has taken long enough; the page asks again. What
 * was learned is stored: whether `+` arrives, and whose Authentication-Results count.
 */
export async function findMailboxTest(
  deps: TestDeps,
  { id, token, plusRefused, known }: FindTestMailInput,
): Promise<{ isOver: boolean; steps: TestedMailStep[] }> {
  const { address } = await findMailboxToSend(deps.db, id);
  const mailbox = await loadTested(deps, id);
  const sentAt = sentAtOf(token);
  const wanted = {
    plain: codeOf(token, "plain"),
    plus: plusRefused ? null : codeOf(token, "plus"),
  };
  const found = await look(deps, mailbox, { wanted, sentAt, known });
  const isTooLate = deps.now.getTime() - sentAt.getTime() >= longestMs - lookMs;
  const isAll = found.plain !== null && (found.plus || plusRefused !== null);
  const isOver = isAll || isTooLate || found.failure !== null;
  if (found.plain !== null) {
    const { server } = found.plain;
    await saveLearned(deps, id, {
      ...(server !== null && { authservId: server }),
      ...((found.plus || isOver) && { plusArrives: found.plus }),
    });
  }
  return { isOver, steps: stepsOf(found, { isOver, plusRefused, address, mailbox }) };
}

interface Found {
  /** The name of the server that checked the sender; null if none did. */
  plain: { server: string | null } | null;
  plus: boolean;
  /** Why the mailbox could not be read. */
  failure: string | null;
}

interface Wanted {
  wanted: { plain: string; plus: string | null };
  sentAt: Date;
  known: FindTestMailInput["known"];
}

async function look(
  deps: TestDeps,
  mailbox: ReadMailbox,
  { wanted, sentAt, known }: Wanted,
): Promise<Found> {
  const end = performance.now() + lookMs;
  const found: Found = { plain: null, plus: false, failure: null };
  const signal = AbortSignal.timeout(lookMs + 4_000);
  try {
    const client = await connectImap(mailbox.server, signal);
    try {
      await openFolder(client, mailbox.server, mailbox.folder, true);
      const search = (code: string) => findHeaders(deps, client, mailbox, { code, sentAt });
      for (;;) {
        const headers = found.plain ? null : await search(wanted.plain);
        if (headers !== null) found.plain = { server: authservIdOf(resultsIn(headers)) };
        if (wanted.plus && !found.plus) found.plus = (await search(wanted.plus)) !== null;
        const isNew = (found.plain !== null && !known.arrived) || (found.plus && !known.plus);
        const isAll = found.plain !== null && (found.plus || wanted.plus === null);
        if (isNew || isAll || performance.now() > end) return found;
        await Bun.sleep(pauseMs);
        await client.noop();
      }
    } finally {
      client.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    return { ...found, failure: toFailure(error, mailbox.server).message };
  }
}

/** On the mail server, or stored here if the reader has moved or deleted it there. Null if it did not arrive. */
async function findHeaders(
  { db, files }: TestDeps,
  client: ImapFlow,
  mailbox: ReadMailbox,
  { code, sentAt }: { code: string; sentAt: Date },
): Promise<string | null> {
  // SEARCH knows days only, of any time zone.
  const since = new Date(sentAt.getTime() - 2 * 24 * 60 * 60_000);
  const uids = (await client.search({ subject: code, since }, { uid: true })) || [];
  const uid = uids.at(-1);
  if (uid !== undefined) {
    const wanted = { uid: true, headers: ["authentication-results"] };
    const mail = (await client.fetchOne(String(uid), wanted, { uid: true })) || null;
    return mail?.headers?.toString("latin1") ?? "";
  }
  const stored = await db
    .selectFrom("inbound_mails as mail")
    .innerJoin("file_contents as content", "content.id", "mail.content_id")
    .select(["content.id", "content.sha256", "content.size"])
    .where("mail.mailbox_id", "=", mailbox.id)
    .where("mail.header_id", "like", `<test.${code}@%`)
    .executeTakeFirst();
  if (!stored) return null;
  const key = { id: stored.id, sha256: stored.sha256.toString("hex") };
  const bytes = await files.read(key, { from: 0, to: Math.min(stored.size, 64 * 1024) });
  const text = await new Response(bytes).text();
  return text.slice(0, /\r?\n\r?\n/.exec(text)?.index ?? text.length);
}

/** The topmost Authentication-Results: that of the server the mail arrived at. */
function resultsIn(headers: string): string | null {
  const unfolded = headers.replace(/\r?\n[ \t]+/g, " ");
  return /^authentication-results:\s*(.*)$/im.exec(unfolded)?.[1] ?? null;
}

interface Said {
  isOver: boolean;
  plusRefused: string | null;
  address: string;
  mailbox: ReadMailbox;
}

function stepsOf(found: Found, { isOver, plusRefused, address, mailbox }: Said): TestedMailStep[] {
  const example = plusAddress(address, "…");
  if (found.plain === null) {
    const why =
      found.failure ??
      `No mail arrived in ${mailbox.folder} within a minute. Look into the spam folder, and check that mail to ${address} is delivered to this account.`;
    if (!isOver) return untried;
    return [{ step: "arrived", passed: false, text: why }, ...untried.slice(1)];
  }
  const { server } = found.plain;
  const checks: TestedMailStep =
    server === null
      ? {
          step: "checks",
          passed: false,
          text: "The mail server adds no Authentication-Results, so no sender counts as verified.",
        }
      : {
          step: "checks",
          passed: true,
          text: server === "" ? "Senders are verified" : `${server} verifies senders`,
        };
  const arrives: TestedMailStep = found.plus
    ? {
        step: "plus",
        passed: true,
        text: `Mail to ${example} arrives, so answers find their ticket`,
      }
    : plusRefused !== null || isOver
      ? {
          step: "plus",
          passed: false,
          text: `Mail to ${example} doesn't arrive${plusRefused ? ` (${plusRefused})` : ""}. Answers are sent to ${address} and found by their thread.`,
        }
      : untriedStep("plus");
  return [
    { step: "arrived", passed: true, text: `The mail arrived in ${mailbox.folder}` },
    arrives,
    checks,
  ];
}

const waitingWords: Record<MailTestStep, string> = {
  sent: "The mail is sent",
  arrived: "The mail arrives",
  plus: "Mail to an address with + arrives",
  checks: "The mail server verifies senders",
};

const untried = (["arrived", "plus", "checks"] as const).map(untriedStep);

function untriedStep(step: MailTestStep): TestedMailStep {
  return { step, passed: null, text: waitingWords[step] };
}

function tokenDeps({ now, ...deps }: TestDeps): TokenDeps {
  return { ...deps, now: () => now };
}

async function loadTested(deps: TestDeps, id: string): Promise<ReadMailbox> {
  const mailbox = await loadMailbox(tokenDeps(deps), id);
  if (!mailbox) throw refuseInput("id", "This mailbox has no mail server to read from.");
  return mailbox;
}

async function sendOne(
  deps: TestDeps,
  mailbox: SendingMailbox,
  to: string,
  code: string,
): Promise<{ taken: boolean; words: string }> {
  const { db, config } = deps;
  const { server, address, senderName } = mailbox;
  const { name: deskName } = await db.selectFrom("desk").select("name").executeTakeFirstOrThrow();
  try {
    const send = server
      ? createServerSender(smtpServerOf(mailbox.id, server, tokenDeps(deps)), config, smtpMs)
      : createSender(config, smtpMs);
    if (!send) return { taken: false, words: noServer };
    const { words } = await send(
      {
        ...renderMailboxTest({ deskName, address: to, code }),
        id: `<test.${code}@${mailHost(config)}>`,
        thread: null,
        conversation: null,
        mailbox: { address, senderName, replyTo: address },
        mark: (await readMailSigning(db)).mark,
        choosesAt: null,
        automatic: "auto-generated",
        deskName,
        agentName: null,
        name: "",
        address: to,
        logo: null,
      },
      AbortSignal.timeout(smtpMs + 2_000),
    );
    return { taken: true, words: `The mail server accepted the mail: ${words}` };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { taken: false, words: error.message };
  }
}

const noServer =
  "No mail server is set up for sending. Set one up on Settings > Email, or give this mailbox its own.";

/** Names a mail of this test, in its subject and Message-ID, and in the address with `+`. */
function codeOf(token: string, which: "plain" | "plus"): string {
  return toBase32(createHash("sha256").update(`${token} ${which}`).digest().subarray(0, 10));
}

function plusAddress(address: string, code: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${code}${address.slice(at)}`;
}

/** A token begins with its time. */
function sentAtOf(token: string): Date {
  return new Date(Number.parseInt(token.replaceAll("-", "").slice(0, 12), 16));
}
