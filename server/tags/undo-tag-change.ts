import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TagUndone } from "../../shared/tags.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import {
  assertFree,
  refuseTakenTagName,
  restoreRewritten,
  rewriteTag,
  type TagChangeRecord,
} from "./rewrite.ts";

/** Undoes a change of tags, once, by the person who made it. Later changes stay and are named. */
export async function undoTagChange(
  deps: ActorDeps,
  input: { id: string },
  requestId: string,
): Promise<TagUndone> {
  const act = { kind: "tag.undo", requestId, input };
  const { id, left } = await onceKept(deps, act, async (tx, deps) => {
    const { actor, now } = deps;
    const change = await tx
      .updateTable("tag_changes")
      .set({ undone_at: now })
      .where("id", "=", input.id)
      .where("actor_id", "=", actor.id)
      .where("undone_at", "is", null)
      .where("created_at", ">", new Date(now.getTime() - undoMs))
      .returning("made")
      .executeTakeFirst();
    if (!change) throw new AppError("undo_too_late");
    const record = change.made as TagChangeRecord;
    // The request id of an undone action must not be answered again.
    await tx.updateTable("acts").set({ undone_at: now }).where("id", "=", input.id).execute();
    await restoreTag(tx, record);
    const left = await restoreNames(tx, record);
    await recordAct(
      tx,
      {
        act: "tag.restored",
        actorId: actor.id,
        subject: { kind: "tag", id: record.tag.id },
        fields: ["name"],
        values: { after: { name: record.tag.name } },
        tells: "settings",
      },
      deps,
    );
    return { id: record.tag.id, left };
  }).catch(refuseTakenTagName);
  return { id, left: await namesOf(deps.db, left) };
}

/** Also updates views and macros that have used the new name since. */
async function restoreNames(tx: Tx, record: TagChangeRecord): Promise<string[]> {
  const left = await restoreRewritten(tx, record.rewritten);
  if (record.kind !== "renamed") return left;
  const { views, macros, viewsLeft } = await rewriteTag(tx, record.name, record.tag.name);
  const updated = [...views, ...macros].map(({ id }) => id);
  return [...left.filter((id) => !updated.includes(id)), ...viewsLeft];
}

async function namesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select id, name from saved_views union all select id, name from macros
    ) named
    where id = any(${[...ids]}::uuid[]) order by lower(name), id`.execute(db);
  return rows.map(({ name }) => name);
}

export async function sweepTagChanges(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("tag_changes")
    .where("created_at", "<", new Date(now.getTime() - undoMs))
    .execute();
}

async function restoreTag(tx: Tx, record: TagChangeRecord): Promise<void> {
  const { tag } = record;
  await assertFree(tx, tag.name);
  if (record.kind === "renamed") {
    const { numUpdatedRows } = await tx
      .updateTable("tags")
      .set({ name: tag.name })
      .where("id", "=", tag.id)
      .where("name", "=", record.name)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("undo_too_late");
    return;
  }
  await tx.insertInto("tags").values(tag).execute();
  const { into, addedIds } = record.kind === "merged" ? record : { into: null, addedIds: [] };
  // Tickets from which the target tag was removed since do not get this one back.
  await sql`
    insert into ticket_tags (ticket_id, tag_id)
    select tickets.id, ${tag.id}::uuid from tickets
    where id = any(${record.ticketIds}::uuid[]) and (
      id <> all(${addedIds}::uuid[])
      or exists (
        select from ticket_tags became where became.ticket_id = tickets.id and tag_id = ${into}::uuid)
      or not exists (select from tags where tags.id = ${into}::uuid))`.execute(tx);
  if (record.kind !== "merged") return;
  await sql`
    delete from ticket_tags
    where tag_id = ${record.into}::uuid and ticket_id = any(${record.addedIds}::uuid[])`.execute(
    tx,
  );
}
