import { sql } from "kysely";
import { refuseInput } from "../../../shared/errors.ts";
import type { MailboxOAuth } from "../../../shared/mailboxes.ts";
import type { Tx } from "../../db/database.ts";
import type { Encryption } from "../../encryption.ts";
import { oauthCell } from "../oauth-tokens.ts";

/** What is known of a mailbox's OAuth2 without its secrets. */
interface StoredOAuthSettings extends MailboxOAuth {
  id: string;
  hasClientSecret: boolean;
  /** Tokens can be had: someone signed in, or the application itself does. */
  isSignedIn: boolean;
  refusal: string | null;
}

/** Of the mailbox `box`. */
export const storedOAuth = sql<StoredOAuthSettings | null>`(
  select json_build_object('id', oauth.id, 'provider', oauth.provider, 'grant', oauth.grant_type,
    'authUrl', oauth.auth_url, 'tokenUrl', oauth.token_url, 'scopes', oauth.scopes,
    'clientId', oauth.client_id, 'secretExpiresOn', oauth.secret_expires_on,
    'hasClientSecret', oauth.client_secret is not null,
    'isSignedIn', oauth.refresh_token is not null or oauth.grant_type = 'client',
    'refusal', oauth.refusal)
  from mailbox_oauth oauth where oauth.mailbox_id = box.id)`;

export function oauthFields(stored: StoredOAuthSettings | null): MailboxOAuth | null {
  if (!stored) return null;
  const { provider, grant, authUrl, tokenUrl, scopes, clientId, secretExpiresOn } = stored;
  return { provider, grant, authUrl, tokenUrl, scopes, clientId, secretExpiresOn };
}

interface OAuthChange {
  mailboxId: string;
  before: StoredOAuthSettings | null;
  next: MailboxOAuth | null;
  clientSecret: string | undefined;
  /** The mail server is another one than before. */
  leadsElsewhere: boolean;
}

/**
 * Stores the settings. Tokens belong to the application and the mail servers that someone signed in for: with
 * others, someone signs in again. A stored secret is never sent to another address.
 */
export async function saveOAuth(
  tx: Tx,
  { encryption }: { encryption: Encryption },
  { mailboxId, before, next, clientSecret, leadsElsewhere }: OAuthChange,
): Promise<void> {
  if (!next) {
    if (before) await tx.deleteFrom("mailbox_oauth").where("id", "=", before.id).execute();
    return;
  }
  if (next.grant === "code" && next.authUrl === "") {
    throw refuseInput("authUrl", "Enter the address where you sign in with the provider.");
  }
  const isOther = before !== null && (next.tokenUrl !== before.tokenUrl || leadsElsewhere);
  assertClientSecret({ before, next, clientSecret, isOther });
  const isSame = before !== null && !leadsElsewhere && identity(before) === identity(next);
  const id = before?.id ?? Bun.randomUUIDv7();
  const settings = {
    provider: next.provider,
    grant_type: next.grant,
    auth_url: next.grant === "code" ? next.authUrl : "",
    token_url: next.tokenUrl,
    scopes: next.scopes,
    client_id: next.clientId,
    secret_expires_on: sql<Date | null>`${next.secretExpiresOn}::date`,
    // A new secret of the same application keeps the sign-in, and ends a refusal.
    ...(clientSecret !== undefined && {
      client_secret: encryption.encrypt(clientSecret, oauthCell(id, "client_secret")),
      refusal: null,
    }),
    ...(!isSame && withoutTokens),
  };
  await tx
    .insertInto("mailbox_oauth")
    .values({ id, mailbox_id: mailboxId, ...settings })
    .onConflict((conflict) => conflict.column("mailbox_id").doUpdateSet(settings))
    .execute();
}

const withoutTokens = {
  refresh_token: null,
  access_token: null,
  obtained_at: null,
  expires_at: null,
  refreshing_until: null,
  refusal: null,
  state_hash: null,
  state_session: null,
  state_until: null,
  state_redirect: null,
  verifier: null,
};

function identity({ provider, grant, authUrl, tokenUrl, scopes, clientId }: MailboxOAuth): string {
  return JSON.stringify([provider, grant, authUrl, tokenUrl, scopes, clientId]);
}

function assertClientSecret({
  before,
  next,
  clientSecret,
  isOther,
}: Pick<OAuthChange, "before" | "clientSecret"> & { next: MailboxOAuth; isOther: boolean }): void {
  if (clientSecret !== undefined) return;
  const isStored = before?.hasClientSecret ?? false;
  if (isStored && isOther) {
    throw refuseInput("clientSecret", "Enter the client secret again for another server.");
  }
  if (next.grant === "client" && !isStored) {
    throw refuseInput("clientSecret", "Enter the client secret.");
  }
}
