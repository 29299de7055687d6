import { isIP } from "node:net";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { SenderName } from "../../../shared/mailboxes.ts";
import { readImage } from "../../files/images.ts";
import { isLoopback } from "../../loopback.ts";
import type { Logo } from "../../settings/logo.ts";
import type { MailConfig, SmtpServer } from "../../settings/mail-settings.ts";
import { MailHostFailure, resolveMailHost, type TokenSource } from "../mail-host.ts";
import { logoId, type MailText, withLetterhead } from "../templates/write-mail.ts";
import { markHeader } from "./signing.ts";
import { createSmtpPool, type SmtpPool, type Transport } from "./smtp-pool.ts";

export interface OutgoingMail extends MailText {
  /** The Message-ID, the same at every attempt: a second copy is recognised. */
  id: string;
  /** Groups mails into a conversation in mail programs; null for a single mail. */
  thread: MailThread | null;
  /** By which an installation recognises its own mails. */
  mark: string;
  /** Whose address it comes from and is answered to; null: those of the settings. */
  mailbox: { address: string; senderName: SenderName; replyTo: string } | null;
  /** Null for what a person wrote. Otherwise absence notices must not answer it. */
  automatic: "auto-generated" | "auto-replied" | null;
  /** Where its reader can turn such mails off; null: it is always sent. */
  choosesAt: string | null;
  /** The sender's name, unless MAIL_FROM has one. */
  deskName: string;
  /** The agent who wrote it, named before that. */
  agentName: string | null;
  name: string;
  address: string;
  /** Named in To and Cc instead of its reader, so that an answer to all reaches them. */
  conversation: { to: MailParty[]; cc: MailParty[] } | null;
  /** At the top; without a logo, the desk's name is there. */
  logo: Logo | null;
}

export interface MailParty {
  name: string;
  address: string;
}

/** Message-IDs. */
export interface MailThread {
  root: string;
  inReplyTo: string;
  references: readonly string[];
}

export interface MailAnswer {
  /** In the words of the mail server, without addresses and secrets. */
  words: string;
  /** The Message-ID that the server gave the mail instead of ours. */
  relayId: string | null;
}

export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<MailAnswer>;

/** The mail server did not accept a mail. The message holds no addresses or secrets. */
export class SendFailure extends Error {
  /** The server refused this recipient or this mail permanently. */
  readonly permanent: boolean;
  /** The server answered: the mail was certainly not delivered. */
  readonly answered: boolean;
  /** The server refused the password or the token. */
  readonly isSignIn: boolean;
  /** No mail can be sent now, to any recipient. */
  readonly isOfServer: boolean;

  constructor(
    words: string,
    {
      permanent,
      answered,
      isSignIn = false,
      isOfServer = true,
    }: { permanent: boolean; answered: boolean; isSignIn?: boolean; isOfServer?: boolean },
  ) {
    super(words);
    this.name = "SendFailure";
    this.permanent = permanent;
    this.answered = answered;
    this.isSignIn = isSignIn;
    this.isOfServer = isOfServer;
  }
}

/** Null without a mail server. One connection per mail: nothing shared can get stuck. */
export function createSender(config: MailConfig, timeoutMs: number): SendMail | null {
  const { smtpUrl, smtpServer } = config;
  if (smtpServer) {
    const { password } = smtpServer;
    if (password !== null)
      return createServerSender({ ...smtpServer, password }, config, timeoutMs);
    return () => Promise.reject(unreadablePassword(smtpServer.host));
  }
  if (!smtpUrl) return null;
  const url = new URL(smtpUrl);
  const connect = async () =>
    (await loadNodemailer()).createTransport({
      url: smtpUrl,
      // Parameters in SMTP_URL take precedence over these.
      requireTLS: isAlwaysEncrypted(url),
      ...usualOptions(config, timeoutMs),
    });
  return sendThrough(config, connect, { host: url.hostname, secrets: secretsIn(smtpUrl) });
}

function unreadablePassword(host: string): SendFailure {
  const words = `The password for ${host} cannot be read. Enter it again on Settings > Email.`;
  return new SendFailure(words, { permanent: false, answered: false });
}

/** Through a server of the settings, or of one mailbox. Without a pool, each mail has its own connection. */
export function createServerSender(
  server: SmtpServer & { token?: TokenSource | null },
  config: MailConfig,
  timeoutMs: number,
  pool: SmtpPool | null = null,
): SendMail {
  const { host, port, security, login, password, certificate, token } = server;
  const optionsFor = async (auth: SMTPTransport.Options["auth"]) => ({
    host: await resolveMailHost(server),
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    auth,
    tls: {
      // The certificate has to be for the name, not for the address it has now.
      ...(isIP(host) ? {} : { servername: host }),
      ...(certificate ? { ca: certificate } : {}),
    },
    ...usualOptions(config, timeoutMs),
  });
  const connect = async (auth: SMTPTransport.Options["auth"]): Promise<Transport> =>
    pool
      ? pool.open(JSON.stringify(auth ?? null), () => optionsFor(auth))
      : (await loadNodemailer()).createTransport(await optionsFor(auth));
  const secrets = [password, login].filter((secret) => secret.length >= 4);
  const send = (signIn: () => Promise<Transport>) => sendThrough(config, signIn, { host, secrets });
  if (!token)
    return send(() => connect(login === "" ? undefined : { user: login, pass: password }));
  return async (mail, signal) => {
    let used: string | undefined;
    const sendWithToken = (refused?: string) =>
      send(async () => {
        used = await token(refused);
        return await connect({ type: "OAuth2", user: login, accessToken: used });
      });
    try {
      return await sendWithToken()(mail, signal);
    } catch (error) {
      // A token that the server refuses is replaced once.
      if (!(error instanceof SendFailure) || !error.isSignIn) throw error;
      return await sendWithToken(used)(mail, signal);
    }
  };
}

function usualOptions({ baseUrl }: MailConfig, timeoutMs: number): SMTPTransport.Options {
  return {
    name: hostNameOf(baseUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The connections to the mail server of one mailbox. */
export function openSmtpPool(): SmtpPool {
  return createSmtpPool(async (options) => (await loadNodemailer()).createTransport(options));
}

/** Only once a mail is sent: the package takes 2 MiB. */
async function loadNodemailer() {
  return await import("nodemailer");
}

function sendThrough(
  config: MailConfig,
  connect: () => Promise<Transport>,
  { host, secrets }: { host: string; secrets: string[] },
): SendMail {
  return async (mail, signal) => {
    const { thread, conversation, automatic, choosesAt } = mail;
    const from = senderOf(mailFrom(config), mail);
    const reader = { name: asTyped(mail.name), address: mail.address };
    try {
      const transport = await connect();
      const message = {
        from,
        replyTo: replyAddressOf(config.mailReplyTo, mail),
        to: conversation ? conversation.to.map(typedParty) : reader,
        cc: conversation?.cc.map(typedParty),
        subject: asTyped(mail.subject),
        text: mail.text,
        html: withLetterhead(mail.html, mail.deskName, mail.logo && (await sidesOf(mail.logo))),
        attachments: mail.logo ? [attachedLogo(mail.logo)] : [],
        messageId: mail.id,
        inReplyTo: thread?.inReplyTo,
        references: thread ? [...thread.references] : undefined,
        headers: {
          "X-Auto-Response-Suppress": "All",
          [markHeader]: mail.mark,
          ...(automatic && { "Auto-Submitted": automatic }),
          ...(choosesAt && { "List-Unsubscribe": `<${choosesAt}>` }),
          ...(automatic && thread && { "List-Id": `<tickets.${mailHost(config)}>` }),
        },
        signal,
      };
      // A bounce of an automatic answer comes back to no one, so that two programs cannot answer each other.
      const bounces = automatic === "auto-replied" ? false : from.address;
      const { response } = await transport
        .sendMail({ ...message, envelope: { from: bounces, to: [mail.address] } })
        .catch((error) => {
          // Some servers refuse mail without a return path.
          if (bounces !== false || field(error, "command") !== "MAIL FROM") throw error;
          return transport.sendMail({
            ...message,
            envelope: { from: from.address, to: [mail.address] },
          });
        });
      return { words: withoutSecrets(response, secrets), relayId: relayIdIn(response, host) };
    } catch (error) {
      throw toSendFailure(error, secrets, signal);
    }
  };
}

/** The sender of mails that belong to no mailbox. */
export function mailFrom({ mailFrom, baseUrl }: Pick<MailConfig, "mailFrom" | "baseUrl">): string {
  return mailFrom ?? `frontdesk@${baseUrl ? new URL(baseUrl).hostname : "localhost"}`;
}

/** The right side of our Message-IDs. */
export function mailHost({ baseUrl }: Pick<MailConfig, "baseUrl">): string {
  return baseUrl ? new URL(baseUrl).hostname : "desk";
}

/** Amazon SES gives each mail its own Message-ID and names it in its answer. */
function relayIdIn(response: string, host: string): string | null {
  const [, region] = /^email-smtp(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com$/.exec(host) ?? [];
  const [, id] = /^250 \S+ ([0-9a-f-]{20,100})$/i.exec(response.trim()) ?? [];
  if (!region || !id) return null;
  return `<${id}@${region === "us-east-1" ? "email" : region}.amazonses.com>`;
}

/**
 * Someone between could hide that a mail server offers encryption and read the password.
 * `?requireTLS=false` in SMTP_URL accepts that.
 */
export function isAlwaysEncrypted({ protocol, hostname, password, searchParams }: URL): boolean {
  if (protocol === "smtps:") return true;
  if (["requireTLS", "ignoreTLS"].some((name) => searchParams.has(name))) {
    return searchParams.get("requireTLS") === "true";
  }
  return password !== "" && !isLoopback(hostname);
}

/** Some mail servers refuse clients without a host name, as containers have none. */
function hostNameOf(baseUrl: string | null): string | undefined {
  const { hostname } = new URL(baseUrl ?? "http://desk");
  return /\.[a-z][a-z0-9-]*$/.test(hostname) ? hostname : undefined;
}

/** Part of the mail itself, so opening it fetches nothing and tracks no one. */
function attachedLogo({ type, bytes }: Logo) {
  return {
    cid: logoId,
    content: bytes,
    contentType: type,
    contentDisposition: "inline" as const,
    filename: `logo.${type.slice("image/".length)}`,
  };
}

async function sidesOf({ bytes }: Logo) {
  const image = await readImage(bytes);
  return image?.width && image.height ? { width: image.width, height: image.height } : null;
}

/** `Samuel at Frontdesk` */
function senderOf(setting: string, { mailbox, deskName, agentName }: OutgoingMail): MailParty {
  const { name, address } = mailbox
    ? { name: asTyped(deskName), address: mailbox.address }
    : mailboxOf(setting, deskName);
  const agent = agentName === null ? null : asTyped(agentName);
  const shown = mailbox?.senderName ?? "agent-and-desk";
  if (agent === null || shown === "desk") return { name, address };
  return { name: shown === "agent" ? agent : `${agent} at ${name}`, address };
}

function replyAddressOf(setting: string | null, { mailbox }: OutgoingMail) {
  if (mailbox) return { name: "", address: mailbox.replyTo };
  return setting === null ? undefined : mailboxOf(setting, "");
}

function typedParty({ name, address }: MailParty): MailParty {
  return { name: asTyped(name), address };
}

/**
 * A name in the setting takes precedence. It is parsed here, since an address parser reads
 * `Help: Acme; Sons <…>` as several addresses.
 */
function mailboxOf(setting: string, nameElse: string) {
  const [, name = "", address = setting] = /^(.*?)\s*<(.*)>$/.exec(setting) ?? [];
  return { name: asTyped(name.replace(/^"(.*)"$/, "$1") || nameElse), address };
}

/**
 * Text that looks like an encoded word (`=?utf-8?B?…?=`) would be sent as it is and decoded by its
 * reader. With a character without width in it, it is encoded as text and shown as it was typed.
 */
function asTyped(text: string): string {
  return text.replaceAll("=?", "=\u2060?");
}

/** Encoded as in the URL, and decoded. Shorter ones would hide half of an answer. */
function secretsIn(smtpUrl: string): string[] {
  const { username, password } = new URL(smtpUrl);
  return [password, username]
    .flatMap((text) => [decode(text), text])
    .filter((secret) => secret.length >= 4);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toSendFailure(error: unknown, secrets: string[], signal: AbortSignal): SendFailure {
  if (signal.aborted) {
    const words = "The mail server took too long, or the desk was stopped while sending.";
    return new SendFailure(words, { permanent: false, answered: false });
  }
  if (error instanceof MailHostFailure) {
    return new SendFailure(error.message, { permanent: false, answered: false });
  }
  const code = field(error, "responseCode");
  const answered = typeof code === "number";
  // A refused sign-in or sender is a fault of the settings, and may be fixed within the day.
  const aboutThisMail = ["RCPT TO", "DATA"].includes(String(field(error, "command")));
  return new SendFailure(
    withoutSecrets(error instanceof Error ? error.message : "The mail was not taken.", secrets),
    {
      permanent: answered && code >= 500 && aboutThisMail,
      answered,
      isSignIn: field(error, "code") === "EAUTH",
      isOfServer: !answered || !aboutThisMail,
    },
  );
}

function field(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}

const longestAnswer = 1000;

/** A mail server may answer with a megabyte: more than this is not read. */
const readLength = 4000;

/** A mail server's answer without the addresses, links and credentials that servers quote. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const bare = secrets
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "[…]"), words.slice(0, readLength));
  return (
    bare
      .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[link]")
      .replaceAll(/[^\s<>@:,;()"']+@[^\s<>@:,;()"']+/g, "[address]")
      .replaceAll(/[A-Za-z0-9_+/=-]{24,}/g, "[…]")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a server may send any byte
      .replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ")
      .trim()
      .slice(0, longestAnswer)
      .toWellFormed()
  );
}
