import { createHash } from "node:crypto";
import { AppError, refuseInput } from "../../../shared/errors.ts";
import { oauthCallbackPath, oauthName } from "../../../shared/mailboxes.ts";
import type { SignInMailboxInput } from "../../../shared/schemas/mailboxes.ts";
import type { ActorDeps } from "../../access/actor.ts";
import { transact } from "../../access/transact.ts";
import { randomToken, tokenHash } from "../../auth/tokens.ts";
import type { Encryption } from "../../encryption.ts";
import type { GuardedFetch } from "../../guarded-fetch.ts";
import { loopbackNames } from "../../loopback.ts";
import { MailHostFailure } from "../mail-host.ts";
import { addEvent } from "../mailbox-events.ts";
import { askForToken, oauthCell, type StoredOAuth, tokenColumns } from "../oauth-tokens.ts";
import { saveSignedIn } from "./commands.ts";

const signInMs = 10 * 60_000;

interface SignInDeps extends ActorDeps {
  encryption: Encryption;
  /** The session in which the person signs in; it cannot be finished in another one. */
  sessionId: string;
}

/** Begins a sign-in with the provider (authorisation code with PKCE). Returns the provider's address. */
export async function beginSignIn(
  deps: SignInDeps & { baseUrl: string | null },
  { id, origin }: SignInMailboxInput,
): Promise<{ url: string }> {
  const { db, encryption, sessionId, now } = deps;
  const row = await db
    .selectFrom("mailbox_oauth")
    .innerJoin("mailboxes", "mailboxes.id", "mailbox_oauth.mailbox_id")
    .selectAll("mailbox_oauth")
    .select("mailboxes.address")
    .where("mailboxes.id", "=", id)
    .where("mailboxes.removed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  if (row.grant_type !== "code") throw refuseInput("id", "This mailbox needs no sign-in.");
  const redirect = `${originOf(deps.baseUrl, origin)}${oauthCallbackPath}`;
  const [state, verifier] = [randomToken(), randomToken()];
  const begun = {
    state_hash: tokenHash(state),
    state_session: sessionId,
    state_until: new Date(now.getTime() + signInMs),
    state_redirect: redirect,
    verifier: encryption.encrypt(verifier, oauthCell(row.id, "verifier")),
  };
  await transact(deps, async (tx) => {
    await tx.updateTable("mailbox_oauth").set(begun).where("id", "=", row.id).execute();
  });
  const url = new URL(row.auth_url);
  const wanted: Record<string, string> = {
    response_type: "code",
    client_id: row.client_id,
    redirect_uri: redirect,
    scope: row.scopes,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    login_hint: row.address,
  };
  // Google hands out a refresh token only with these, Microsoft with its scope.
  if (row.provider === "google")
    Object.assign(wanted, { access_type: "offline", prompt: "consent" });
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return { url: url.href };
}

/** Without BASE_URL only this machine can be meant: any other address could be someone else's. */
function originOf(baseUrl: string | null, origin: string): string {
  if (baseUrl !== null) return new URL(baseUrl).origin;
  const url = new URL(origin);
  if (loopbackNames.has(url.hostname)) return url.origin;
  throw refuseInput("origin", "Set BASE_URL first: the provider sends you back to it.");
}

interface Answered {
  state: string | undefined;
  code: string | undefined;
  /** Why the provider lets no one in. */
  error: string | undefined;
}

/** Ends a sign-in. Returns where the person goes, whether it worked or not; the mailbox's events say why. */
export async function finishSignIn(
  deps: SignInDeps & { guardedFetch: GuardedFetch },
  { state, code, error }: Answered,
): Promise<string> {
  const { db, now } = deps;
  const row = await takeState(deps, state ?? "");
  const { verifier, state_redirect: redirect } = row ?? {};
  if (!row || !verifier || !redirect) return `${settingsPath}?sign-in=expired`;
  const page = `${settingsPath}/${row.mailbox_id}`;
  try {
    if (error !== undefined || code === undefined) throw cancelled(row, error);
    const answer = await askForToken(deps, row, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirect,
      code_verifier: deps.encryption.decrypt(verifier, oauthCell(row.id, "verifier")),
    });
    if (answer.refreshToken === null) throw withoutRefresh(row);
    const tokens = tokenColumns({ ...deps, now: () => now }, row.id, answer);
    await saveSignedIn(deps, { mailboxId: row.mailbox_id, oauthId: row.id, tokens });
    return `${page}?sign-in=done`;
  } catch (failed) {
    if (!(failed instanceof MailHostFailure)) throw failed;
    await addEvent(db, row.mailbox_id, "failed", failed.message, now);
    return `${page}?sign-in=failed`;
  }
}

/** A state is good once, in the session in which it was made. */
async function takeState(deps: SignInDeps, state: string): Promise<StoredOAuth | undefined> {
  const { sessionId, now } = deps;
  return await transact(deps, async (tx) => {
    const row = await tx
      .selectFrom("mailbox_oauth")
      .selectAll()
      .where("state_hash", "=", tokenHash(state))
      .where("state_session", "=", sessionId)
      .where("state_until", ">", now)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    await tx
      .updateTable("mailbox_oauth")
      .set({ state_hash: null, state_session: null, state_until: null })
      .set({ state_redirect: null, verifier: null })
      .where("id", "=", row.id)
      .execute();
    return row;
  });
}

const settingsPath = "/settings/mailboxes";

function nameOf({ provider, token_url }: StoredOAuth): string {
  return oauthName({ provider, tokenUrl: token_url });
}

function cancelled(row: StoredOAuth, error: string | undefined): MailHostFailure {
  const said = /^[\w.-]{1,60}$/.test(error ?? "") ? ` (${error})` : "";
  return new MailHostFailure(`${nameOf(row)} let no one in${said}. Sign in again.`, true);
}

function withoutRefresh(row: StoredOAuth): MailHostFailure {
  const words = `${nameOf(row)} gave a token for an hour only. Remove this application from the account, then sign in again.`;
  return new MailHostFailure(words, true);
}
