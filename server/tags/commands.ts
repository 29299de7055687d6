import { sql } from "kysely";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { CreateTagInput, MergeTagsInput, RenameTagInput } from "../../shared/schemas/tags.ts";
import { normalizeTag, type TagChange, tagUndoTickets } from "../../shared/tags.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { renamedByOthers, type WithoutBase } from "../renamed-by-others.ts";
import { refuseTakenTagName, rewriteTag, type TagChangeRecord } from "./rewrite.ts";

/** Creates a tag that is on no ticket yet. */
export async function createTag(
  deps: ActorDeps,
  input: CreateTagInput,
  requestId: string,
): Promise<{ id: string }> {
  const name = normalizeTag(input.name);
  const act = { kind: "tag.create", requestId, input };
  return await onceKept(deps, act, async (tx, deps) => {
    const id = Bun.randomUUIDv7();
    await tx.insertInto("tags").values({ id, name }).execute();
    const values = { after: { name } };
    await record(tx, deps, { act: "tag.created", fields: ["name"], values }, id);
    return { id };
  }).catch(refuseTakenTagName);
}

/** Renames a tag, and updates the views and macros that name it. */
export async function renameTag(
  deps: ActorDeps,
  input: WithoutBase<RenameTagInput>,
  requestId: string,
): Promise<TagChange> {
  const { id, base } = input;
  const name = normalizeTag(input.name);
  const act = { kind: "tag.rename", requestId, input };
  return await change(deps, act, async (tx, deps, actId) => {
    const [tag] = await lockTags(tx, [id]);
    if (!tag) throw new AppError("not_found");
    if (tag.name === name) return { undoId: null, viewsLeft: [] };
    if (base !== undefined && tag.name !== base) throw renamedByOthers(tag.name);
    await tx.updateTable("tags").set({ name }).where("id", "=", id).execute();
    const rewritten = await rewriteTag(tx, tag.name, name);
    const values = { before: { name: tag.name }, after: { name } };
    await record(tx, deps, { act: "tag.renamed", fields: ["name"], values }, id);
    return await saveForUndo(tx, deps, actId, { kind: "renamed", tag, name, rewritten });
  });
}

/** Replaces one tag by another on tickets and in views and macros. */
export async function mergeTags(
  deps: ActorDeps,
  input: MergeTagsInput,
  requestId: string,
): Promise<TagChange> {
  const { id, into } = input;
  if (id === into) throw refuseInput("into", "Choose another tag.");
  const act = { kind: "tag.merge", requestId, input };
  return await change(deps, act, async (tx, deps, actId) => {
    const tags = await lockTags(tx, [id, into]);
    const tag = tags.find((one) => one.id === id);
    const other = tags.find((one) => one.id === into);
    if (!tag) throw new AppError("not_found");
    if (!other) throw refuseInput("into", "This tag doesn't exist.");
    const ticketIds = await ticketsOf(tx, id);
    const { rows: added } = await sql<{ id: string }>`
      insert into ticket_tags (ticket_id, tag_id)
      select ticket_id, ${into}::uuid from ticket_tags where tag_id = ${id}
      on conflict do nothing returning ticket_id as id`.execute(tx);
    await tx.deleteFrom("tags").where("id", "=", id).execute();
    const rewritten = await rewriteTag(tx, tag.name, other.name);
    const values = { before: { name: tag.name }, after: { name: other.name } };
    await record(tx, deps, { act: "tag.merged", fields: ["name"], values }, into);
    const made: TagChangeRecord = {
      kind: "merged",
      tag,
      into,
      ticketIds,
      rewritten,
      addedIds: added.map((ticket) => ticket.id),
    };
    return await saveForUndo(tx, deps, actId, made);
  });
}

/** Deletes a tag from tickets and macros. Views that name it find nothing by it. */
export async function deleteTag(
  deps: ActorDeps,
  input: { id: string },
  requestId: string,
): Promise<TagChange> {
  const { id } = input;
  const act = { kind: "tag.delete", requestId, input };
  return await change(deps, act, async (tx, deps, actId) => {
    const [tag] = await lockTags(tx, [id]);
    if (!tag) throw new AppError("not_found");
    const ticketIds = await ticketsOf(tx, id);
    await tx.deleteFrom("tags").where("id", "=", id).execute();
    const rewritten = await rewriteTag(tx, tag.name, null);
    const values = { before: { name: tag.name, tickets: ticketIds.length } };
    await record(tx, deps, { act: "tag.deleted", fields: ["name"], values }, id);
    return await saveForUndo(tx, deps, actId, { kind: "deleted", tag, ticketIds, rewritten });
  });
}

/** The result stored with the request id. It holds only ids. */
interface Changed {
  undoId: string | null;
  viewsLeft: string[];
}

async function change(
  deps: ActorDeps,
  act: { kind: string; requestId: string; input: object },
  run: (tx: Tx, deps: ActorDeps, actId: string) => Promise<Changed>,
): Promise<TagChange> {
  const { undoId, viewsLeft } = await onceKept(deps, act, run).catch(refuseTakenTagName);
  return { undoId, viewsLeft: await namesOfViews(deps.db, viewsLeft) };
}

async function namesOfViews(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const views = await db
    .selectFrom("saved_views")
    .select("name")
    .where("id", "in", [...ids])
    .orderBy((order) => order.fn("lower", ["name"]))
    .execute();
  return views.map(({ name }) => name);
}

async function lockTags(tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return await tx
    .selectFrom("tags")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
}

async function ticketsOf(tx: Tx, tagId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("ticket_tags")
    .select("ticket_id")
    .where("tag_id", "=", tagId)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

async function record(
  tx: Tx,
  deps: ActorDeps,
  entry: Pick<AuditEntry, "act" | "fields" | "values">,
  id: string,
): Promise<void> {
  const subject = { kind: "tag", id } as const;
  await recordAct(tx, { ...entry, actorId: deps.actor.id, subject, tells: "settings" }, deps);
}

/** Stores the change, so that it can be undone, unless it affects too many tickets. */
async function saveForUndo(
  tx: Tx,
  { actor, now }: ActorDeps,
  id: string,
  record: TagChangeRecord,
): Promise<Changed> {
  const { viewsLeft } = record.rewritten;
  if (record.kind !== "renamed" && record.ticketIds.length > tagUndoTickets) {
    return { undoId: null, viewsLeft };
  }
  await tx
    .insertInto("tag_changes")
    .values({ id, actor_id: actor.id, made: record, created_at: now })
    .execute();
  return { undoId: id, viewsLeft };
}
