import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Logo } from "../desk/logo.ts";
import { readImage } from "../files/images.ts";
import { isLoopback } from "../loopback.ts";
import { logoId, type MailText, withLetterhead } from "./templates/write-mail.ts";
import { withoutSecrets } from "./without-secrets.ts";

export interface OutgoingMail extends MailText {
  /** The same at every try, so that a second copy can be recognised; before the desk's host. */
  id: string;
  /** What mail programs gather into one conversation; none for a mail that stands alone. */
  threadId: string | null;
  /** Null for what a person wrote; otherwise nobody's absence notice shall answer it. */
  automatic: "auto-generated" | "auto-replied" | null;
  /** Where its reader chooses what is mailed to them; null: it is sent in any case. */
  choosesAt: string | null;
  /** Whose mail it is, where MAIL_FROM names nobody. */
  deskName: string;
  name: string;
  address: string;
  /** Stands above the words; where there is none, the desk's name does. */
  logo: Logo | null;
}

/** What the mail server said as it took the mail. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<string>;

/** The mail server did not take a mail, in words without addresses and secrets. */
export class SendFailure extends Error {
  /** The server refused this recipient or this mail for good. */
  readonly permanent: boolean;
  /** The server said no: the mail was surely not delivered. */
  readonly answered: boolean;

  constructor(words: string, { permanent, answered }: { permanent: boolean; answered: boolean }) {
    super(words);
    this.name = "SendFailure";
    this.permanent = permanent;
    this.answered = answered;
  }
}

type MailSettings = Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "baseUrl">;

/** Null without SMTP_URL. One connection a mail: nothing is shared that could get stuck. */
export function createSender(config: MailSettings, timeoutMs: number): SendMail | null {
  const { smtpUrl } = config;
  if (!smtpUrl) return null;
  const secrets = secretsIn(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    // What stands behind the address goes before these.
    requireTLS: isAlwaysEncrypted(new URL(smtpUrl)),
    name: nameAmongServers(config.baseUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = config.baseUrl ? new URL(config.baseUrl).hostname : "desk";
  const idOf = (local: string) => `<${local}@${host}>`;

  return async (mail, signal) => {
    const root = mail.threadId === null ? undefined : idOf(mail.threadId);
    try {
      const { response } = await transport.sendMail({
        from: mailboxOf(config.mailFrom, mail.deskName),
        replyTo: config.mailReplyTo === null ? undefined : mailboxOf(config.mailReplyTo, ""),
        to: { name: asTyped(mail.name), address: mail.address },
        subject: asTyped(mail.subject),
        text: mail.text,
        html: withLetterhead(mail.html, mail.deskName, mail.logo && (await sidesOf(mail.logo))),
        attachments: mail.logo ? [attachedLogo(mail.logo)] : [],
        messageId: idOf(mail.id),
        inReplyTo: root,
        references: root,
        headers: {
          "X-Auto-Response-Suppress": "All",
          ...(mail.automatic && { "Auto-Submitted": mail.automatic }),
          ...(mail.choosesAt && { "List-Unsubscribe": `<${mail.choosesAt}>` }),
          ...(mail.automatic && root && { "List-Id": `<tickets.${host}>` }),
        },
        signal,
      });
      return withoutSecrets(response, secrets);
    } catch (error) {
      throw toSendFailure(error, secrets, signal);
    }
  };
}

/**
 * Whoever stands between could leave out that a mail server offers encryption, and read the password. With
 * `?requireTLS=false` behind it, an address says that nobody does.
 */
export function isAlwaysEncrypted({ protocol, hostname, password, searchParams }: URL): boolean {
  if (protocol === "smtps:") return true;
  if (["requireTLS", "ignoreTLS"].some((name) => searchParams.has(name))) {
    return searchParams.get("requireTLS") === "true";
  }
  return password !== "" && !isLoopback(hostname);
}

/** Some mail servers hang up on whoever has no name of the network, as a container has none by itself. */
function nameAmongServers(baseUrl: string | null): string | undefined {
  const { hostname } = new URL(baseUrl ?? "http://desk");
  return /\.[a-z][a-z0-9-]*$/.test(hostname) ? hostname : undefined;
}

/** Part of the mail itself: nothing is fetched, and no reader is told of. */
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
  const image = await readImage(async (offset, length) => bytes.subarray(offset, offset + length));
  return image?.width && image.height ? { width: image.width, height: image.height } : null;
}

/**
 * A name that the setting gives stands above another. Taken apart here: as a list of addresses, which it
 * would be read as, `Help: Acme; Sons <…>` is several.
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

/** As they stand in the address, and as they are sent. Shorter ones would black out half of it. */
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
  const code = field(error, "responseCode");
  const answered = typeof code === "number";
  // A refused sign-in or sender is the desk's own trouble, and may be put right within the day.
  const aboutThisMail = ["RCPT TO", "DATA"].includes(String(field(error, "command")));
  return new SendFailure(
    withoutSecrets(error instanceof Error ? error.message : "The mail was not taken.", secrets),
    { permanent: answered && code >= 500 && aboutThisMail, answered },
  );
}

function field(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}
