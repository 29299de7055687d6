import { isIP } from "node:net";
import type { ImapFlow, ImapFlowError, MailboxObject } from "imapflow";
import { AppError } from "../../../shared/errors.ts";
import { type MailSecurity, providerOfHost } from "../../../shared/mailboxes.ts";
import { MailHostFailure, resolveMailHost, type TokenSource } from "../mail-host.ts";
import { withoutSecrets } from "../outbox/smtp.ts";

export interface ImapServer {
  host: string;
  port: number;
  security: MailSecurity;
  login: string;
  /** Empty with `token`. */
  password: string;
  certificate: string | null;
  /** Instead of a password. */
  token?: TokenSource | null;
}

/** Why a mailbox cannot be read, in words for a Super Admin. They hold no secret. */
export class MailboxFailure extends Error {
  /** Trying again cannot help: someone has to change the settings. */
  readonly needsEdit: boolean;
  /** The server answered, and refused the sign-in. */
  readonly isSignIn: boolean;

  constructor(
    words: string,
    options: { needsEdit?: boolean; isSignIn?: boolean; cause?: unknown } = {},
  ) {
    super(words, { cause: options.cause });
    this.name = "MailboxFailure";
    this.needsEdit = options.needsEdit ?? false;
    this.isSignIn = options.isSignIn ?? false;
  }
}

const connectMs = 20_000;
/** Longer than the pause between two polls, so that a connection without a server is noticed. */
const silentMs = 90_000;
/** A mail's size, and some of the protocol. */
const largestResponse = 80 * 1024 * 1024;

/** Connects and signs in. The caller closes it. A token that the server refuses is replaced once. */
export async function connectImap(server: ImapServer, signal?: AbortSignal): Promise<ImapFlow> {
  const { token, login: user, password: pass } = server;
  if (!token) return await connectWith(server, { user, pass }, signal);
  const accessToken = await tokenFor(server);
  try {
    return await connectWith(server, { user, accessToken }, signal);
  } catch (error) {
    if (!(error instanceof MailboxFailure) || !error.isSignIn || !error.needsEdit) throw error;
    const other = await tokenFor(server, accessToken);
    if (other === accessToken) throw error;
    return await connectWith(server, { user, accessToken: other }, signal);
  }
}

async function tokenFor(server: ImapServer, refused?: string): Promise<string> {
  try {
    return (await server.token?.(refused)) ?? "";
  } catch (error) {
    throw toFailure(error, server);
  }
}

type Credentials = { user: string; pass: string } | { user: string; accessToken: string };

async function connectWith(
  server: ImapServer,
  auth: Credentials,
  signal: AbortSignal | undefined,
): Promise<ImapFlow> {
  const { host, port, security, certificate } = server;
  const address = await resolveMailHost(server).catch((error) => {
    throw toFailure(error, server);
  });
  // Only with a mailbox: the package takes 5 MiB, and 17 while it loads.
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host: address,
    // The certificate has to be for the name, not for the address it has now.
    ...(isIP(host) ? {} : { servername: host }),
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    tls: certificate ? { ca: certificate } : {},
    auth,
    clientInfo: { name: "Frontdesk" },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    maxLineLength: 16 * 1024 * 1024,
    maxLiteralSize: largestResponse,
    maxResponseSize: 2 * largestResponse,
  });
  // Without a listener it would end the process. The call that was running fails with the same error.
  client.on("error", () => {});
  const close = () => client.close();
  signal?.addEventListener("abort", close);
  client.on("close", () => signal?.removeEventListener("abort", close));
  try {
    signal?.throwIfAborted();
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw toFailure(error, server);
  }
}

const unreadable = new Set(["\\Junk", "\\Trash", "\\Drafts", "\\Sent"]);

/** Opens the folder: for reading only, where mails stay as they are. */
export async function openFolder(
  client: ImapFlow,
  server: ImapServer,
  path: string,
  readOnly: boolean,
): Promise<MailboxObject> {
  try {
    const folder = await client.mailboxOpen(path, { readOnly });
    if (folder.specialUse && unreadable.has(folder.specialUse)) {
      throw new MailboxFailure(
        `${path} is the folder for ${folder.specialUse.slice(1).toLowerCase()} mail. Choose another one.`,
        { needsEdit: true },
      );
    }
    return folder;
  } catch (error) {
    const failed = error as ImapFlowError;
    const isPassing = passing.has(failed.serverResponseCode ?? "");
    if (failed.mailboxMissing || (failed.responseStatus === "NO" && !isPassing)) {
      throw new MailboxFailure(`The mailbox has no folder named ${path}.`, {
        needsEdit: true,
        cause: error,
      });
    }
    throw toFailure(error, server);
  }
}

/** A refusal that is about the server, and not about the password or the folder. */
const passing = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN", "ALERT"]);

const certificateCodes = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_UNTRUSTED",
]);

export function toFailure(error: unknown, server: ImapServer): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  if (error instanceof AppError) return new MailboxFailure(error.message, { cause: error });
  if (error instanceof MailHostFailure) {
    return new MailboxFailure(error.message, { needsEdit: error.needsEdit, cause: error });
  }
  const failed = error as ImapFlowError;
  const { host, port } = server;
  const code = failed?.code ?? "";
  const answer = withoutSecrets(failed?.responseText ?? "", [server.password, server.login]);
  const isSignIn = failed?.authenticationFailed ?? false;
  const words = (text: string, needsEdit = false) =>
    new MailboxFailure(text, { needsEdit, isSignIn, cause: error });

  if (isSignIn) {
    const said = answer ? `: ${answer}` : ".";
    if (passing.has(failed.serverResponseCode ?? "")) {
      return words(`The mail server doesn't sign anyone in now${said}`);
    }
    if (server.token) {
      return words(
        `The mail server refused the sign-in${said} Check that the login is the address of the account that signed in, and that IMAP is allowed for it.`,
        true,
      );
    }
    const hint = providerOfHost(host)?.hint;
    return words(
      `The mail server refused the login or the password${said}${hint ? ` ${hint}` : ""}`,
      true,
    );
  }
  if (certificateCodes.has(code)) {
    return words(
      `The certificate of ${host} isn't trusted (${failed.message}). If it is your own server, paste its certificate below.`,
      true,
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return words(`The certificate of this server is for another name than ${host}.`, true);
  }
  if (
    failed?.tlsFailed &&
    /STARTTLS/i.test(failed.message) &&
    !/wrong version/i.test(failed.message)
  ) {
    return words(
      `${host} doesn't offer STARTTLS at port ${port}. Choose TLS, with port 993.`,
      true,
    );
  }
  if (/wrong.version|SSL routines|packet length/i.test(`${code} ${failed?.message}`)) {
    return words(`Port ${port} of ${host} doesn't speak TLS. Choose STARTTLS, or port 993.`, true);
  }
  if (code === "ECONNREFUSED") return words(`Nothing answers at ${host}, port ${port}.`);
  if (/TIME/.test(code)) return words(`${host} didn't answer at port ${port} in time.`);
  if (/^E(HOSTUNREACH|NETUNREACH|NETDOWN|ADDRNOTAVAIL)$/.test(code)) {
    return words(`${host} can't be reached from here (${code}).`);
  }
  if (answer) return words(`The mail server answered: ${answer}`);
  return words(`The connection to ${host} was cut (${code || failed?.name || "unknown reason"}).`);
}
