import { type CompiledQuery, type QueryResult, sql } from "kysely";
import { AppError } from "../shared/errors.ts";
import type { ActorDeps } from "./access/actor.ts";
import { transact } from "./access/transact.ts";
import { sendTogether } from "./db/connection/dialect.ts";
import type { Tx } from "./db/database.ts";
import { keepStatement } from "./db/statement.ts";
import { countUse } from "./hourly-limits.ts";

/** An action as the client sent it. */
export interface Act {
  kind: string;
  /** The idempotency key: sending it again means the same action. */
  requestId: string;
  input: object;
  /**
   * The row it writes stores the key permanently, which identifies it after the action's entry has expired.
   */
  writes?: Written;
}

interface Written {
  kind: "public" | "note";
  body: string;
  /** Where it is written; absent if that is a new ticket. */
  homeId?: string;
}

export interface DoneAct<Made> {
  actId: string;
  at: Date;
  made: Made;
}

/**
 * Does an action once, however often it is sent. The key is inserted first: a second request with the same
 * key waits for this transaction to end and gets its result. `lockFirst` takes the locks that come before the
 * actor's own; `locks` are sent together with the key, and `run` gets their answers.
 */
export async function once<Made>(
  deps: ActorDeps,
  act: Act,
  run: (
    tx: Tx,
    actId: string,
    deps: ActorDeps,
    locked: readonly QueryResult<unknown>[],
  ) => Promise<Made>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
  locks: (tx: Tx, deps: ActorDeps) => readonly CompiledQuery[] = () => [],
): Promise<DoneAct<Made>> {
  const actId = Bun.randomUUIDv7();
  const inputHash = hashOf(act.input);
  const work = async (tx: Tx, deps: ActorDeps) => {
    const { kind, requestId } = act;
    const values = { actId, actorId: deps.actor.id, requestId, kind, inputHash, now: deps.now };
    const key = insertKey.query(tx, null, values);
    // What a message uses up is counted before the locks.
    const withKey = act.writes ? [] : locks(tx, deps);
    const [inserted, ...locked] = await sendTogether(tx, [key, ...withKey]);
    if (inserted?.numAffectedRows !== 1n) {
      return await doneBefore<Made>(tx, deps, act, inputHash);
    }
    if (act.writes) {
      await countUse(tx, deps, "messages");
      if (deps.link) await countUse(tx, deps, "repliesByLink");
      locked.push(...(await sendTogether(tx, locks(tx, deps))));
    }
    return { actId, at: deps.now, made: await run(tx, actId, deps, locked) };
  };
  return await transact(deps, work, lockFirst);
}

interface KeyValues {
  actId: string;
  actorId: string;
  requestId: string;
  kind: string;
  inputHash: Buffer;
  now: Date;
}

const insertKey = keepStatement<null, KeyValues, never>(
  (_, slot) => sql`
    insert into acts (id, actor_id, request_id, kind, input_hash, made, created_at)
    select ${slot("actId")}::uuid, ${slot("actorId")}::uuid, ${slot("requestId")}::uuid,
      ${slot("kind")}::text, ${slot("inputHash")}::bytea, '{}', ${slot("now")}::timestamptz
    where not exists (
      select from messages
      where request_id = ${slot("requestId")}::uuid and author_id = ${slot("actorId")}::uuid
    )
    on conflict (actor_id, request_id) do nothing`,
);

/**
 * The same for results that are a few ids: they are stored and returned again. Without a key, the action is
 * simply done.
 */
export async function onceKept<Made extends object>(
  deps: ActorDeps,
  { requestId, ...act }: Omit<Act, "requestId"> & { requestId?: string | null | undefined },
  run: (tx: Tx, deps: ActorDeps, actId: string) => Promise<Made>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
): Promise<Made> {
  if (!requestId) {
    const actId = Bun.randomUUIDv7();
    return await transact(deps, (tx, deps) => run(tx, deps, actId), lockFirst);
  }
  const keep = async (tx: Tx, actId: string, deps: ActorDeps) => {
    const made = await run(tx, deps, actId);
    await tx.updateTable("acts").set({ made }).where("id", "=", actId).execute();
    return made;
  };
  const { made } = await once<Made>(deps, { ...act, requestId }, keep, lockFirst);
  return made;
}

async function doneBefore<Made>(
  tx: Tx,
  { actor }: ActorDeps,
  act: Act,
  inputHash: Buffer,
): Promise<DoneAct<Made>> {
  const before = await tx
    .selectFrom("acts")
    .select(["id", "kind", "input_hash", "made", "undone_at", "created_at"])
    .where("actor_id", "=", actor.id)
    .where("request_id", "=", act.requestId)
    .executeTakeFirst();
  if (!before) return await writtenBefore<Made>(tx, actor.id, act);
  const same = before.kind === act.kind && inputHash.equals(before.input_hash);
  if (!same || before.undone_at !== null) throw new AppError("request_reused");
  return { actId: before.id, at: before.created_at, made: before.made as Made };
}

/** The entry has expired, but the row it wrote exists, so it can no longer be undone. */
async function writtenBefore<Made>(
  tx: Tx,
  authorId: string,
  { requestId, writes }: Act,
): Promise<DoneAct<Made>> {
  const before = await tx
    .selectFrom("messages")
    .select(["id", "act_id", "ticket_id", "home_ticket_id", "kind", "body", "created_at"])
    .where("request_id", "=", requestId)
    .where("author_id", "=", authorId)
    .executeTakeFirst();
  const same =
    before?.kind === writes?.kind &&
    before?.body === writes?.body &&
    (writes?.homeId === undefined || writes.homeId === before?.home_ticket_id);
  if (!before || !same) throw new AppError("request_reused");
  const made = { ticketId: before.ticket_id, messageId: before.id };
  return { actId: before.act_id ?? before.id, at: before.created_at, made: made as Made };
}

function hashOf(input: object): Buffer {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(input)).digest();
}

/** How long a key is known. */
const retentionMs = 24 * 60 * 60_000;

export async function sweepActs(db: ActorDeps["db"], now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - retentionMs);
  await db.deleteFrom("acts").where("created_at", "<", aDayAgo).execute();
}
