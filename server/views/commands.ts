import { sql, type Updateable } from "kysely";
import type { AuditAct } from "../../shared/audit.ts";
import { AppError } from "../../shared/errors.ts";
import { type SavedView, savedViewLimits } from "../../shared/saved-views.ts";
import type {
  ChangeViewInput,
  DeleteViewInput,
  RenameViewInput,
  SaveViewInput,
  ShareViewInput,
} from "../../shared/schemas/views.ts";
import type { ActorDeps } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import { canChangeOwned } from "../can-change-owned.ts";
import type { Db, Tx } from "../db/database.ts";
import type { SavedViews } from "../db/schema.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { renamedByOthers } from "../renamed-by-others.ts";
import { termsOf } from "../tickets/list/listing.ts";
import { presentView, type StoredView, selectViews } from "./queries.ts";

/** Saving the same view again under the same name returns it. */
export async function saveView(
  deps: ActorDeps,
  input: SaveViewInput,
  requestId: string,
): Promise<SavedView> {
  return await answering(deps, { kind: "view.save", requestId, input }, async (tx, deps) => {
    const { actor, now } = deps;
    termsOf(input.q, sightOf(actor));
    const own = await ownViews(tx, actor.id);
    const twin = own.find(({ name }) => isSameName(name, input.name));
    if (twin) {
      if (!isSameView(twin, input)) throw nameTaken();
      return { id: twin.id };
    }
    assertSpace(own);
    if (input.shared) await assertCanShareMore(tx);
    const id = Bun.randomUUIDv7();
    await tx
      .insertInto("saved_views")
      .values({
        id,
        owner_id: actor.id,
        name: input.name,
        query: input.q,
        time_zone: input.timeZone,
        sort: input.sort,
        descending: input.descending,
        shared: input.shared,
        created_at: now,
      })
      .execute();
    if (input.shared) await record(tx, deps, "view.shared", { id, name: input.name });
    return { id };
  });
}

export async function renameView(
  deps: ActorDeps,
  input: RenameViewInput,
  requestId: string,
): Promise<SavedView> {
  return await changeView(deps, { kind: "view.rename", requestId, input }, async (tx, view) => {
    const others = (await ownViews(tx, view.ownerId)).filter(({ id }) => id !== view.id);
    if (others.some(({ name }) => isSameName(name, input.name))) throw nameTaken();
    const { name, base } = input;
    if (base !== undefined && ![base, name].includes(view.name)) throw renamedByOthers(view.name);
    return { name };
  });
}

export async function changeViewQuery(
  deps: ActorDeps,
  input: ChangeViewInput,
  requestId: string,
): Promise<SavedView> {
  const { q, timeZone, sort, descending } = input;
  termsOf(q, sightOf(deps.actor));
  return await changeView(deps, { kind: "view.change", requestId, input }, async (_tx, view) => {
    assertSeen(presentView(view, deps.actor), input);
    return { query: q, sort, descending, time_zone: timeZone, count_paused_until: null };
  });
}

/** Refuses to overwrite what others changed since. */
function assertSeen(stands: SavedView, { base, ...wanted }: ChangeViewInput): void {
  if (base === undefined || [base, wanted].some((query) => isSameQuery(query, stands))) return;
  const message = `Someone else changed this view. It is now: ${stands.q || "all tickets"}`;
  throw new AppError("changed_meanwhile", { fields: [{ field: "q", message }] });
}

/** If the owner is gone, the user who stops sharing it becomes its owner. */
export async function shareView(
  deps: ActorDeps,
  input: ShareViewInput,
  requestId: string,
): Promise<SavedView> {
  const act = { kind: "view.share", requestId, input };
  return await changeView(deps, act, async (tx, view) => {
    const { shared } = input;
    if (shared && !view.shared) await assertCanShareMore(tx);
    if (shared || !view.isOwnerDeleted) return { shared };
    const own = await ownViews(tx, deps.actor.id);
    if (own.some(({ name }) => isSameName(name, view.name))) throw nameTaken();
    assertSpace(own);
    return { shared, owner_id: deps.actor.id };
  });
}

export async function deleteView(
  deps: ActorDeps,
  input: DeleteViewInput,
  requestId: string,
): Promise<{ id: string }> {
  const { id } = input;
  return await onceKept(deps, { kind: "view.delete", requestId, input }, async (tx, deps) => {
    const view = await findChangeable(tx, id, deps.actor);
    await tx.deleteFrom("saved_views").where("id", "=", id).execute();
    if (view.shared) await record(tx, deps, "view.deleted", view);
    return { id };
  });
}

interface ViewAct<Input = object> {
  kind: string;
  requestId: string;
  input: Input;
}

async function changeView(
  deps: ActorDeps,
  act: ViewAct<{ id: string }>,
  change: (tx: Tx, view: StoredView) => Promise<Updateable<SavedViews>>,
): Promise<SavedView> {
  return await answering(deps, act, async (tx, deps) => {
    const view = await findChangeable(tx, act.input.id, deps.actor);
    const set = await change(tx, view);
    await tx.updateTable("saved_views").set(set).where("id", "=", view.id).execute();
    await recordChange(tx, deps, view, set);
    return { id: view.id };
  });
}

/** Returns the view as it is after the change. */
async function answering(
  deps: ActorDeps,
  act: ViewAct,
  run: (tx: Tx, deps: ActorDeps) => Promise<{ id: string }>,
): Promise<SavedView> {
  const { id } = await onceKept(deps, act, run);
  const view = await selectView(deps.db, id).executeTakeFirst();
  if (!view) throw new AppError("not_found");
  return presentView(view, deps.actor);
}

/** Only changes of shared views are audited and sent to other users' pages. */
async function recordChange(
  tx: Tx,
  deps: ActorDeps,
  before: StoredView,
  { name, shared, query }: Updateable<SavedViews>,
): Promise<void> {
  if (name !== undefined && before.shared) {
    await record(tx, deps, "view.renamed", { ...before, name }, before.name);
  }
  if (query !== undefined && before.shared) await record(tx, deps, "view.changed", before);
  if (shared !== undefined && shared !== before.shared) {
    await record(tx, deps, shared ? "view.shared" : "view.unshared", before);
  }
}

async function record(
  tx: Tx,
  deps: ActorDeps,
  act: AuditAct,
  { id, name }: { id: string; name: string },
  nameBefore?: string,
): Promise<void> {
  const subject = { kind: "view", id } as const;
  const before = nameBefore === undefined ? {} : { before: { name: nameBefore } };
  const values = act === "view.deleted" ? { before: { name } } : { ...before, after: { name } };
  const entry = { act, actorId: deps.actor.id, subject, values } as const;
  await recordAct(tx, { ...entry, tells: "views" }, deps);
}

/** A view that the actor can't see is not found; one that they can only see is forbidden. */
async function findChangeable(tx: Tx, id: string, actor: ActorDeps["actor"]): Promise<StoredView> {
  const view = await selectView(tx, id).forUpdate("saved_views").executeTakeFirst();
  if (!view || (!view.shared && view.ownerId !== actor.id)) throw new AppError("not_found");
  if (!canChangeOwned(actor, view)) throw new AppError("forbidden");
  return view;
}

function selectView(db: Db | Tx, id: string) {
  return selectViews(db).where("saved_views.id", "=", id);
}

/** Locks the owner, so that two requests cannot take the same name. */
async function ownViews(tx: Tx, ownerId: string): Promise<StoredView[]> {
  await tx.selectFrom("users").select("id").where("id", "=", ownerId).forNoKeyUpdate().execute();
  return await selectViews(tx).where("saved_views.owner_id", "=", ownerId).execute();
}

function assertSpace(own: readonly StoredView[]): void {
  if (own.length >= savedViewLimits.views) throw new AppError("too_many_views");
}

/** Locked, so that two requests cannot take the last place. */
async function assertCanShareMore(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shared view', 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("saved_views")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("shared", "=", true)
    .executeTakeFirstOrThrow();
  if (count >= savedViewLimits.shared) throw new AppError("too_many_shared_views");
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Otherwise the new query would be lost silently. */
function isSameView(view: StoredView, input: SaveViewInput): boolean {
  return view.shared === input.shared && isSameQuery({ ...view, q: view.query }, input);
}

type Query = Pick<StoredView, "timeZone" | "sort" | "descending"> & { q: string };

function isSameQuery(one: Query, other: Query): boolean {
  return (
    one.q === other.q &&
    one.timeZone === other.timeZone &&
    one.sort === other.sort &&
    one.descending === other.descending
  );
}

function nameTaken(): AppError {
  return new AppError("view_name_taken");
}
