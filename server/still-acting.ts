import { AppError } from "../shared/errors.ts";
import type { Actor, ActorDeps, Credential } from "./access/actor.ts";
import { expired } from "./access/transact.ts";
import { readTokenHolder } from "./auth/api-tokens.ts";
import { readOpenSessions } from "./auth/sessions.ts";
import type { Db } from "./db/database.ts";

/**
 * Re-reads the actor with their current permissions. During a long download they may have signed out or lost
 * access to companies; they then get nothing more.
 */
export async function stillActing<Given extends ActorDeps>(deps: Given): Promise<Given> {
  const { db, credential, now } = deps;
  if (credential === null) return deps;
  const actor = await actorOf(db, credential, now);
  if (!actor) throw new AppError(expired(credential));
  return { ...deps, actor };
}

async function actorOf(
  db: Db,
  { kind, id }: Credential,
  now: Date,
): Promise<Actor | null | undefined> {
  if (kind === "token") return (await readTokenHolder(db, id, now))?.actor;
  return (await readOpenSessions(db, [id], now)).get(id);
}
