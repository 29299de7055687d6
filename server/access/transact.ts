import { type CompiledQuery, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { isLockConflict } from "../db/connection/client.ts";
import { sendTogether } from "../db/connection/dialect.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import type { Actor, ActorDeps, Credential } from "./actor.ts";
import { assertLinkOpens } from "./one-ticket-link.ts";
import { type ActingUser, asActor, companiesOf, readActor } from "./read-actor.ts";
import { sightOf } from "./scope.ts";

/**
 * The only way to write what a user requested: a transaction that begins by reading the current actor. Since
 * the session was checked they may have been signed out, disabled or given another role; then nothing is
 * done. `lockFirst` takes the locks that come before the actor's own: several people are locked in the order
 * of their ids.
 */
export async function transact<Given extends ActorDeps, Result>(
  given: Given,
  work: (tx: Tx, deps: Given) => Promise<Result>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
): Promise<Result> {
  return await givingWay(() =>
    given.db.transaction().execute(async (tx) => {
      await lockFirst?.(tx);
      return await work(tx, { ...given, actor: await actorNow(tx, given) });
    }),
  );
}

/** Retries a transaction after a deadlock. */
export async function givingWay<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      // Postgres ended this one of two deadlocked transactions: nothing of it was done.
      if (!isLockConflict(error) || tried === triesAtMost) throw error;
      // An immediate retry might take a lock before the other has woken up to have it.
      await Bun.sleep(Math.random() * giveWayMs * tried);
    }
  }
}

const triesAtMost = 4;
const giveWayMs = 20;

async function actorNow(tx: Tx, { actor, credential, link, now }: ActorDeps): Promise<Actor> {
  if (link) return (await assertLinkOpens(tx, link, now, { locks: true })).actor;
  // Scheduled work was authorised earlier, and checks permissions itself.
  if (credential === null) return actor;
  // A statement of its own after the lock: in one with it, the companies would be those before the wait for it.
  const reads = sightOf(actor) === "all" ? [] : [companiesOf(tx, actor.id).compile()];
  const [locked, companies] = await sendTogether(tx, [
    lockOf(tx, credential, actor.id, now),
    ...reads,
  ]);
  const [user] = (locked?.rows ?? []) as ActingUser[];
  if (!user) throw new AppError(expired(credential));
  // For these two, the companies do not matter.
  if (user.role === "Super Admin" || user.company_scope === "all") {
    return { ...actor, role: user.role, companyScope: user.company_scope };
  }
  const { isApp, withoutNotes } = actor;
  const current = companies
    ? asActor(user, companies.rows as Parameters<typeof asActor>[1])
    : await readActor(tx, user);
  return { ...current, ...(isApp && { isApp }), ...(withoutNotes && { withoutNotes }) };
}

export function expired({ kind }: Credential): "session_expired" | "token_invalid" {
  return kind === "token" ? "token_invalid" : "session_expired";
}

/** A revocation waits for this transaction; if it came first, the actor is not found. */
function lockOf(tx: Tx, credential: Credential, userId: string, now: Date): CompiledQuery {
  if (credential.kind === "session") {
    return lockSession.query(tx, null, { id: credential.id, userId, now });
  }
  const { id, scopes } = credential;
  return lockToken.query(tx, null, { id, scopes: [...scopes], userId, now });
}

interface LockValues {
  id: string;
  userId: string;
  now: Date;
}

const lockSession = keepStatement<null, LockValues, ActingUser>(
  (_, slot) => sql`
    select u.id, u.role, u.company_scope
    from sessions s join users u on u.id = s.user_id
    where s.id = ${slot("id")} and s.expires_at > ${slot("now")}::timestamptz
      and u.id = ${slot("userId")}::uuid and u.state = 'active'
    for key share of s, u`,
);

const lockToken = keepStatement<null, LockValues & { scopes: string[] }, ActingUser>(
  (_, slot) => sql`
    select u.id, u.role, u.company_scope
    from api_tokens token join users u on u.id = token.user_id
    where token.id = ${slot("id")}::uuid and token.revoked_at is null
      and (token.expires_at is null or token.expires_at > ${slot("now")}::timestamptz)
      and token.scopes @> ${slot("scopes")}::text[]
      and u.id = ${slot("userId")}::uuid and u.state = 'active'
    for share of token for key share of u`,
);
