import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TagTakenBack } from "../../shared/tags.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../actor.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import type { MadeOfTag } from "./made.ts";
import { assertFree, tagNameTaken } from "./name-taken.ts";
import { rewriteBack, rewriteTag } from "./rewrite.ts";

/** By whoever did it, for a while, once. What was touched since stays, and is named. */
export async function undoTagChange(
  deps: ActorDeps,
  input: { id: string },
  requestId: string,
): Promise<TagTakenBack> {
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
    const made = change.made as MadeOfTag;
    // The key of what was taken back stands for nothing any more.
    await tx.updateTable("acts").set({ undone_at: now }).where("id", "=", input.id).execute();
    await takeBack(tx, made);
    const left = await rewriteAllBack(tx, made);
    await recordAct(
      tx,
      {
        act: "tag.restored",
        actorId: actor.id,
        subject: { kind: "tag", id: made.tag.id },
        fields: ["name"],
        values: { after: { name: made.tag.name } },
        tells: "settings",
      },
      deps,
    );
    return { id: made.tag.id, left };
  }).catch(tagNameTaken);
  return { id, left: await namesOf(deps.db, left) };
}

/** What came since calls a renamed tag by its new name, which is nobody's from now on. */
async function rewriteAllBack(tx: Tx, made: MadeOfTag): Promise<string[]> {
  const left = await rewriteBack(tx, made.rewritten);
  if (made.kind !== "renamed") return left;
  const { views, macros, viewsLeft } = await rewriteTag(tx, made.name, made.tag.name);
  const brought = [...views, ...macros].map(({ id }) => id);
  return [...left.filter((id) => !brought.includes(id)), ...viewsLeft];
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

async function takeBack(tx: Tx, made: MadeOfTag): Promise<void> {
  const { tag } = made;
  await assertFree(tx, tag.name);
  if (made.kind === "renamed") {
    const { numUpdatedRows } = await tx
      .updateTable("tags")
      .set({ name: tag.name })
      .where("id", "=", tag.id)
      .where("name", "=", made.name)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("undo_too_late");
    return;
  }
  await tx.insertInto("tags").values(tag).execute();
  const { into, addedIds } = made.kind === "merged" ? made : { into: null, addedIds: [] };
  // Where somebody took off since what it had become, it is not wanted.
  await sql`
    insert into ticket_tags (ticket_id, tag_id)
    select tickets.id, ${tag.id}::uuid from tickets
    where id = any(${made.ticketIds}::uuid[]) and (
      id <> all(${addedIds}::uuid[])
      or exists (
        select from ticket_tags became where became.ticket_id = tickets.id and tag_id = ${into}::uuid)
      or not exists (select from tags where tags.id = ${into}::uuid))`.execute(tx);
  if (made.kind !== "merged") return;
  await sql`
    delete from ticket_tags
    where tag_id = ${made.into}::uuid and ticket_id = any(${made.addedIds}::uuid[])`.execute(tx);
}
