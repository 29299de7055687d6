import { conflictingFields } from "../../shared/conflicts.ts";
import type { MailFields, StoredMailSettings } from "../../shared/desk.ts";
import { AppError, type FieldError, refuseInput } from "../../shared/errors.ts";
import type { MailSecurity } from "../../shared/mailboxes.ts";
import type { UpdateMailInput } from "../../shared/schemas/mails.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Encryption, SecretCell } from "../encryption.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";

type MailEnvironment = Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "baseUrl">;

export interface SmtpServer {
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty: the server asks for none. */
  login: string;
  password: string;
  certificate: string | null;
}

/** How mail is sent: by the environment, else by the settings. */
export interface MailConfig extends MailEnvironment {
  /**
   * The server of the settings, unless SMTP_URL is set; then `smtpUrl` names it without its password. The
   * password is null if it cannot be decrypted.
   */
  smtpServer?: (Omit<SmtpServer, "password"> & { password: string | null }) | null;
}

/** What the settings add to the environment, as a server remembers it. */
export type StoredMail = Required<MailConfig>;

export async function readStoredMail(db: Db, encryption: Encryption): Promise<StoredMail> {
  const { fields, id, secret } = await readRow(db);
  const { host, port, security, login, sender, replyTo, baseUrl } = fields;
  const server = host === "" ? null : { host, port, security, login, certificate: null };
  return {
    smtpUrl: server && urlOf(server),
    smtpServer: server && { ...server, password: passwordOf(encryption, id, secret) },
    mailFrom: sender,
    mailReplyTo: replyTo,
    baseUrl,
  };
}

/** What is in effect now: it follows a change of the settings. */
export function liveMailConfig(environment: MailEnvironment, stored: () => StoredMail): MailConfig {
  return {
    get smtpUrl() {
      return environment.smtpUrl ?? stored().smtpUrl;
    },
    get smtpServer() {
      return environment.smtpUrl === null ? stored().smtpServer : null;
    },
    get mailFrom() {
      return environment.mailFrom ?? stored().mailFrom;
    },
    get mailReplyTo() {
      return environment.mailReplyTo ?? stored().mailReplyTo;
    },
    get baseUrl() {
      return environment.baseUrl ?? stored().baseUrl;
    },
  };
}

/** The settings as their form shows them, and which of them the environment decides. */
export async function readMailSettings(
  db: Db,
  environment: MailEnvironment,
): Promise<StoredMailSettings> {
  const { fields, secret } = await readRow(db);
  return {
    fields,
    hasSecret: secret !== null,
    fixed: {
      server: environment.smtpUrl !== null,
      sender: environment.mailFrom !== null,
      replyTo: environment.mailReplyTo !== null,
      baseUrl: environment.baseUrl !== null,
    },
  };
}

type MailDeps = ActorDeps & { encryption: Encryption };

/** Changes settings, unless one of them changed since the person saw it. */
export async function updateMailSettings(
  deps: MailDeps,
  { set, base, password }: UpdateMailInput,
  requestId: string,
): Promise<Record<never, never>> {
  const act = { kind: "mail.update", requestId, input: { set, base } };
  return await onceKept(deps, act, async (tx, { actor, now, ...at }) => {
    const { id, fields: current, secret } = await readRow(tx, "locked");
    const next = { ...current, ...set };
    const changed = (Object.keys(set) as (keyof MailFields)[]).filter(
      (field) => !Object.is(current[field], next[field]),
    );
    assertSeen(current, { from: base, to: set }, changed);
    if (changed.length === 0 && password === undefined) return {};
    const isAsked = next.host !== "" && next.login !== "";
    const isOther = next.host !== current.host || next.port !== current.port;
    // A stored password is never sent to a server that it was not typed for.
    if (isAsked && password === undefined && (secret === null || isOther)) {
      throw refuseInput("password", "Enter the password for this server.");
    }
    const sealed =
      password === undefined ? secret : deps.encryption.encrypt(password, mailSecretCell(id));
    await tx
      .updateTable("mail_settings")
      .set({ ...rowOf(next), secret: isAsked ? sealed : null })
      .execute();
    const pick = (from: MailFields) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    await recordAct(
      tx,
      {
        act: "mail.updated",
        actorId: actor.id,
        subject: { kind: "mail", id: null },
        fields: [...changed, ...(password === undefined ? [] : ["password"])],
        values: { before: pick(current), after: pick(next) },
        tells: "desk",
      },
      { ...at, now },
    );
    return {};
  });
}

/** The typed settings, for a test before they are saved; the stored password for the same server. */
export async function typedMailConfig(
  { db, encryption }: { db: Db; encryption: Encryption },
  environment: MailEnvironment,
  { fields, password }: { fields: MailFields; password?: string | undefined },
): Promise<MailConfig> {
  const { id, fields: stored, secret } = await readRow(db);
  const { host, port, security, login, sender, replyTo, baseUrl } = fields;
  const isSame = host === stored.host && port === stored.port;
  if (login !== "" && password === undefined && (!isSame || secret === null)) {
    throw refuseInput("password", "Enter the password for this server.");
  }
  const server = { host, port, security, login, certificate: null };
  const known = login === "" ? "" : (password ?? passwordOf(encryption, id, secret));
  const typed: StoredMail = {
    smtpUrl: host === "" ? null : urlOf(server),
    smtpServer: host === "" ? null : { ...server, password: known },
    mailFrom: sender,
    mailReplyTo: replyTo,
    baseUrl,
  };
  return liveMailConfig(environment, () => typed);
}

interface Row {
  id: string;
  fields: MailFields;
  secret: string | null;
}

async function readRow(db: Db | Tx, how?: "locked"): Promise<Row> {
  const row = await db
    .selectFrom("mail_settings")
    .selectAll()
    .$if(how === "locked", (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    secret: row.secret,
    fields: {
      host: row.host ?? "",
      port: row.port ?? 587,
      security: row.security ?? "starttls",
      login: row.login,
      sender: row.sender,
      replyTo: row.reply_to,
      baseUrl: row.base_url,
    },
  };
}

function rowOf({ host, port, security, login, sender, replyTo, baseUrl }: MailFields) {
  const server =
    host === ""
      ? { host: null, port: null, security: null, login: "" }
      : { host, port, security, login };
  return { ...server, sender, reply_to: replyTo, base_url: baseUrl };
}

function mailSecretCell(id: string): SecretCell {
  return { table: "mail_settings", column: "secret", id };
}

function passwordOf(encryption: Encryption, id: string, secret: string | null): string | null {
  if (secret === null) return "";
  try {
    return encryption.decrypt(secret, mailSecretCell(id));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** For display and for checks whether mail is sent. */
function urlOf({ host, port, security, login }: Omit<SmtpServer, "password">): string {
  const signsIn = login === "" ? "" : `${encodeURIComponent(login)}@`;
  const name = host.includes(":") ? `[${host}]` : host;
  const encryption = security === "starttls" ? "?requireTLS=true" : "";
  return `${security === "tls" ? "smtps" : "smtp"}://${signsIn}${name}:${port}${encryption}`;
}

function assertSeen(
  current: MailFields,
  { from, to }: { from: UpdateMailInput["base"]; to: UpdateMailInput["set"] },
  changed: readonly (keyof MailFields)[],
): void {
  const conflicts = conflictingFields(changed, { current, from, to });
  if (conflicts.length === 0) return;
  const fields = conflicts.map((field): FieldError => {
    const value = current[field];
    return { field, message: `Someone else changed this. It is now: ${value || "not set"}` };
  });
  throw new AppError("changed_meanwhile", { fields });
}
