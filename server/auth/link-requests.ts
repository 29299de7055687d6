import { AppError } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import type { VisitorDeps } from "./deps.ts";
import type { LinkKind } from "./links.ts";
import { tokenHash } from "./tokens.ts";

/** A request through a link, with its idempotency key. */
interface LinkRequest {
  requestId: string | undefined;
  newPassword: string;
  /** What tells it from another request: the link's token, an address. Never the password. */
  identifiedBy: readonly string[];
}

/** In the transaction that spends the link. */
export async function saveLinkRequest(
  tx: Tx,
  { requestId, identifiedBy }: LinkRequest,
  { kind, userId, now }: { kind: LinkKind; userId: string; now: Date },
): Promise<void> {
  if (!requestId) return;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("acts")
    .values({
      id: Bun.randomUUIDv7(),
      actor_id: userId,
      request_id: requestId,
      kind: kindOfAct(kind),
      input_hash: hashOf(identifiedBy),
      made: {},
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["actor_id", "request_id"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError("request_reused");
}

/**
 * Whether a link is spent because this same request succeeded and its answer was lost. Only that browser knows
 * the key, and the password must still be the person's. Guesses are throttled like those at sign-in.
 */
export async function findRepeated(
  error: unknown,
  { services, now, ipAddress, network }: VisitorDeps,
  { requestId, newPassword, identifiedBy }: LinkRequest,
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
    .where("input_hash", "=", hashOf(identifiedBy))
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

function hashOf(parts: readonly string[]): Buffer {
  return Buffer.from(tokenHash(parts.join("\n")), "hex");
}
