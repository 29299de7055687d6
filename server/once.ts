import { AppError } from "../shared/errors.ts";
import type { ActorDeps } from "./actor.ts";
import type { Tx } from "./db/database.ts";
import { transact } from "./transact.ts";

/** What somebody asked for, as they sent it. */
export interface Act {
  kind: string;
  /** One intention; whoever sends it again means the same act. */
  requestId: string;
  input: object;
}

export interface DoneAct<Made> {
  actId: string;
  at: Date;
  made: Made;
}

/**
 * Does an act once, however often it is sent: its key is taken first, and whoever comes with the
 * same key meanwhile waits for the end of this transaction and gets what it made. `lockFirst` takes
 * the locks that come before the actor's own.
 */
export async function once<Made>(
  deps: ActorDeps,
  act: Act,
  run: (tx: Tx, actId: string, deps: ActorDeps) => Promise<Made>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
): Promise<DoneAct<Made>> {
  const actId = Bun.randomUUIDv7();
  const inputHash = hashOf(act.input);
  const work = async (tx: Tx, deps: ActorDeps) => {
    const taken = await tx
      .insertInto("acts")
      .values({
        id: actId,
        actor_id: deps.actor.id,
        request_id: act.requestId,
        kind: act.kind,
        input_hash: inputHash,
        made: {},
        created_at: deps.now,
      })
      .onConflict((conflict) => conflict.columns(["actor_id", "request_id"]).doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n) {
      return await doneBefore<Made>(tx, deps, act, inputHash);
    }
    return { actId, at: deps.now, made: await run(tx, actId, deps) };
  };
  return await transact(deps, work, lockFirst);
}

/**
 * The same for what is told by a few ids: they are kept, and answered again. What comes without a
 * key is simply done.
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
  const same = before?.kind === act.kind && inputHash.equals(before.input_hash);
  if (!before || !same || before.undone_at !== null) throw new AppError("request_reused");
  return { actId: before.id, at: before.created_at, made: before.made as unknown as Made };
}

function hashOf(input: object): Buffer {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(input)).digest();
}

/** So long a key is known. */
const keptMs = 24 * 60 * 60_000;

export async function sweepActs(db: ActorDeps["db"], now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - keptMs);
  await db.deleteFrom("acts").where("created_at", "<", aDayAgo).execute();
}
