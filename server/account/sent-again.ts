import { AppError } from "../../shared/errors.ts";
import type { LinkKind } from "../auth/links.ts";
import { tokenHash } from "../auth/tokens.ts";
import type { Db, Tx } from "../db/database.ts";
import type { VisitorDeps } from "./deps.ts";

/** What a link is used for, under the key of whoever sends it. */
interface SentByLink {
  requestId: string | undefined;
  newPassword: string;
  /** The link's token, and what else tells it from another act: never the password. */
  told: readonly string[];
}

/** In the transaction that uses the link up. */
export async function keepSent(
  tx: Tx,
  { requestId, told }: SentByLink,
  { kind, userId, now }: { kind: LinkKind; userId: string; now: Date },
): Promise<void> {
  if (!requestId) return;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("acts")
    .values({
      ...{ id: Bun.randomUUIDv7(), actor_id: userId, request_id: requestId },
      ...{ kind: kindOfAct(kind), input_hash: hashOf(told), made: {}, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(["actor_id", "request_id"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError("request_reused");
}

/**
 * Whether a link is spent because this same request succeeded and its answer was lost. Only that browser knows
 * the key, and the password must still be the person's. Guesses are throttled like those at sign-in.
 */
export async function wasDone(
  error: unknown,
  { services, now, ipAddress, network }: VisitorDeps,
  { requestId, newPassword, told }: SentByLink,
  find: (db: Db) => Promise<{ kind: LinkKind; userId: string } | undefined>,
): Promise<LinkKind | null> {
  const isSpent = error instanceof AppError && error.code === "link_spent";
  const link = isSpent && requestId ? await find(services.db) : undefined;
  if (!link || !requestId) return null;
  const done = await services.db
    .selectFrom("acts")
    .innerJoin("users", "users.id", "acts.actor_id")
    .select("password_hash")
    .where("actor_id", "=", link.userId)
    .where("request_id", "=", requestId)
    .where("kind", "=", kindOfAct(link.kind))
    .where("input_hash", "=", hashOf(told))
    .executeTakeFirst();
  if (!done) return null;
  const attempt = { account: `link\n${link.userId}`, ipAddress, network, knownBrowser: false };
  const isRight = await services.throttle.attempt(attempt, now, () =>
    services.passwords.verify(newPassword, done.password_hash),
  );
  return isRight ? link.kind : null;
}

function kindOfAct(kind: LinkKind): string {
  return `link.${kind}`;
}

function hashOf(told: readonly string[]): Buffer {
  return Buffer.from(tokenHash(told.join("\n")), "hex");
}
