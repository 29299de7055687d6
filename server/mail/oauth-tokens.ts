import { type Selectable, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { oauthName } from "../../shared/mailboxes.ts";
import type { Db } from "../db/database.ts";
import type { MailboxOauth } from "../db/schema.ts";
import type { Encryption, SecretCell } from "../encryption.ts";
import { type GuardedFetch, OutboundError } from "../guarded-fetch.ts";
import { MailHostFailure, type TokenSource } from "./mail-host.ts";
import { withoutSecrets } from "./outbox/smtp.ts";

export interface TokenDeps {
  db: Db;
  encryption: Encryption;
  guardedFetch: GuardedFetch;
  now: () => Date;
}

export type StoredOAuth = Selectable<MailboxOauth>;

type OAuthSecret = "client_secret" | "refresh_token" | "access_token" | "verifier";

/** Where the secrets of a mailbox's OAuth2 are stored. */
export function oauthCell(id: string, column: OAuthSecret): SecretCell {
  return { table: "mailbox_oauth", column, id };
}

export function tokenSource(deps: TokenDeps, mailboxId: string): TokenSource {
  return (refused) => accessToken(deps, mailboxId, refused);
}

/** Part of a token's life after which a new one is asked for. */
const usedLife = 0.8;
/** A token that is younger than this is not replaced because a mail server refused it. */
const newMs = 60_000;
const claimSeconds = 45;
const waitMs = 200;

/**
 * The stored token while it is good, otherwise a new one. One server at a time asks the provider, outside any
 * transaction; the others wait for its answer, since a refresh token can be good for one use.
 */
async function accessToken(deps: TokenDeps, mailboxId: string, refused?: string): Promise<string> {
  const deadline = performance.now() + claimSeconds * 1000;
  for (;;) {
    const row = await readOAuth(deps.db, mailboxId);
    if (row.refusal !== null) throw new MailHostFailure(row.refusal, true);
    const usable = usableToken(deps, row, refused);
    if (usable !== null) return usable;
    const claim = await claimRefresh(deps.db, row.id, row.obtained_at);
    if (claim) return await refresh(deps, row, claim);
    if (performance.now() > deadline) {
      throw new MailHostFailure("Another server is still asking for a token.", false);
    }
    await Bun.sleep(waitMs);
  }
}

function usableToken(
  { encryption, now }: TokenDeps,
  { id, access_token, obtained_at, expires_at }: StoredOAuth,
  refused: string | undefined,
): string | null {
  if (access_token === null || !obtained_at || !expires_at) return null;
  const age = now().getTime() - obtained_at.getTime();
  const life = expires_at.getTime() - obtained_at.getTime();
  if (age >= life * usedLife) return null;
  const token = encryption.decrypt(access_token, oauthCell(id, "access_token"));
  return token === refused && age > newMs ? null : token;
}

async function readOAuth(db: Db, mailboxId: string): Promise<StoredOAuth> {
  const row = await db
    .selectFrom("mailbox_oauth")
    .selectAll()
    .where("mailbox_id", "=", mailboxId)
    .executeTakeFirst();
  if (!row) throw new MailHostFailure("This mailbox has no OAuth2 settings.", true);
  return row;
}

/** Null while another server asks, or once it has the answer. */
async function claimRefresh(db: Db, id: string, obtainedAt: Date | null): Promise<Date | null> {
  const row = await db
    .updateTable("mailbox_oauth")
    .set({
      // It is compared with later, and a Date has milliseconds.
      refreshing_until: sql<Date>`date_trunc('milliseconds', now())
        + ${claimSeconds}::int * interval '1 second'`,
    })
    .where("id", "=", id)
    .where("refusal", "is", null)
    .where((is) =>
      is.or([is("refreshing_until", "is", null), is("refreshing_until", "<", sql<Date>`now()`)]),
    )
    .where(sql<boolean>`obtained_at is not distinct from ${obtainedAt}::timestamptz`)
    .returning("refreshing_until")
    .executeTakeFirst();
  return row?.refreshing_until ?? null;
}

async function refresh(deps: TokenDeps, row: StoredOAuth, claim: Date): Promise<string> {
  const { encryption } = deps;
  try {
    const answer = await askForToken(deps, row, grantOf(row, encryption));
    await storeTokens(deps, row, answer, claim);
    return answer.accessToken;
  } catch (error) {
    await endClaim(deps.db, row.id, claim, error);
    throw error;
  }
}

function grantOf(row: StoredOAuth, encryption: Encryption): Record<string, string> {
  if (row.grant_type === "client") return { grant_type: "client_credentials", scope: row.scopes };
  if (row.refresh_token === null) {
    throw new MailHostFailure(`No one has signed in with ${nameOf(row)} yet.`, true);
  }
  const cell = oauthCell(row.id, "refresh_token");
  return {
    grant_type: "refresh_token",
    refresh_token: encryption.decrypt(row.refresh_token, cell),
  };
}

/** A refusal stays until someone signs in again: asking for ever would lock the account. */
async function endClaim(db: Db, id: string, claim: Date, error: unknown): Promise<void> {
  const isRefused = error instanceof MailHostFailure && error.needsEdit;
  await db
    .updateTable("mailbox_oauth")
    .set({ refreshing_until: null, refusal: isRefused ? error.message.slice(0, 1000) : null })
    .where("id", "=", id)
    .where("refreshing_until", "=", claim)
    .execute();
}

interface TokenAnswer {
  accessToken: string;
  refreshToken: string | null;
  seconds: number;
}

const longestAnswer = 64 * 1024;
const askMs = 20_000;
/** Where a provider names no life. */
const usualSeconds = 3600;

/** Asks the provider. Its refusals are said in its own words, without secrets. */
export async function askForToken(
  { encryption, guardedFetch }: Pick<TokenDeps, "encryption" | "guardedFetch">,
  row: StoredOAuth,
  grant: Record<string, string>,
): Promise<TokenAnswer> {
  const secret: Record<string, string> =
    row.client_secret === null
      ? {}
      : {
          client_secret: encryption.decrypt(row.client_secret, oauthCell(row.id, "client_secret")),
        };
  const given = { client_id: row.client_id, ...secret, ...grant };
  const name = nameOf(row);
  const answer = await guardedFetch(row.token_url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
    body: new URLSearchParams(given).toString(),
    timeoutMs: askMs,
    maxBytes: longestAnswer,
  }).catch((error) => {
    if (!(error instanceof OutboundError)) throw error;
    const needsEdit = ["address_invalid", "address_refused", "not_encrypted"].includes(
      error.reason,
    );
    throw new MailHostFailure(`${name} gave no token: ${error.message}`, needsEdit, error);
  });
  const fields = readFields(answer.body);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = fields;
  if (answer.status === 200 && typeof accessToken === "string" && accessToken !== "") {
    return {
      accessToken,
      refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : null,
      seconds: Number(seconds) > 0 ? Math.min(Number(seconds), 30 * 86_400) : usualSeconds,
    };
  }
  throw refusalOf(name, answer.status, fields, Object.values(given));
}

function readFields(body: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Asking again does not help. */
const finalErrors = new Set([
  "invalid_grant",
  "invalid_client",
  "invalid_scope",
  "unauthorized_client",
  "unsupported_grant_type",
  "access_denied",
  "interaction_required",
  "consent_required",
]);

function refusalOf(
  name: string,
  status: number,
  { error, error_description: description }: Record<string, unknown>,
  secrets: readonly string[],
): MailHostFailure {
  const code = typeof error === "string" ? error : `HTTP ${status}`;
  const long = secrets.filter((secret) => secret.length >= 8);
  const said = typeof description === "string" ? withoutSecrets(description, long) : "";
  const words = said === "" ? code : `${code}, ${said}`;
  if (code === "invalid_grant") {
    return new MailHostFailure(`${name} ended the sign-in (${words}). Sign in again.`, true);
  }
  if (code === "invalid_client" || code === "unauthorized_client") {
    const hint = "Check the client ID and the client secret.";
    return new MailHostFailure(`${name} refused this application (${words}). ${hint}`, true);
  }
  return new MailHostFailure(`${name} gave no token (${words}).`, finalErrors.has(code));
}

const storeTries = 20;

/** A rotated refresh token that is not stored is lost, so a database that is away is waited for. */
async function storeTokens(
  deps: TokenDeps,
  row: StoredOAuth,
  answer: TokenAnswer,
  claim: Date,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await deps.db
        .updateTable("mailbox_oauth")
        .set(tokenColumns(deps, row.id, answer))
        .where("id", "=", row.id)
        .where("refreshing_until", "=", claim)
        .execute();
      return;
    } catch (error) {
      const isPassing = error instanceof AppError && error.code === "unavailable";
      if (!isPassing || tries === storeTries) throw error;
      await Bun.sleep(500);
    }
  }
}

/** As they are stored. Without a new refresh token the one before stays good. */
export function tokenColumns(
  { encryption, now }: Pick<TokenDeps, "encryption" | "now">,
  id: string,
  { accessToken, refreshToken, seconds }: TokenAnswer,
) {
  const at = now();
  return {
    access_token: encryption.encrypt(accessToken, oauthCell(id, "access_token")),
    ...(refreshToken !== null && {
      refresh_token: encryption.encrypt(refreshToken, oauthCell(id, "refresh_token")),
    }),
    obtained_at: at,
    expires_at: new Date(at.getTime() + seconds * 1000),
    refreshing_until: null,
    refusal: null,
  };
}

const weekMs = 7 * 24 * 60 * 60_000;

/** Providers end a refresh token that is not used for long: paused mailboxes use theirs once a week. */
export async function refreshIdleTokens(deps: TokenDeps): Promise<void> {
  const due = await deps.db
    .selectFrom("mailbox_oauth")
    .innerJoin("mailboxes", "mailboxes.id", "mailbox_oauth.mailbox_id")
    .select("mailbox_id")
    .where("mailboxes.removed_at", "is", null)
    .where("refresh_token", "is not", null)
    .where("refusal", "is", null)
    .where("obtained_at", "<", new Date(deps.now().getTime() - weekMs))
    .execute();
  for (const { mailbox_id } of due) {
    await accessToken(deps, mailbox_id).catch((error) => {
      if (!(error instanceof MailHostFailure)) throw error;
    });
  }
}

function nameOf({ provider, token_url }: StoredOAuth): string {
  return oauthName({ provider, tokenUrl: token_url });
}
