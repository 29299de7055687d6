import { type RawBuilder, sql } from "kysely";
import { type AppError, refuseField } from "../../shared/errors.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Db, Tx } from "../db/database.ts";
import {
  findViewsNaming,
  type NamingView,
  type RenamedViews,
  renameInViews,
} from "../views/rename-in-views.ts";

/** The views and macros that name a tag, before and after a change. */
interface Rewritten extends RenamedViews {
  macros: { id: string; before: MacroTags; after: MacroTags }[];
}

interface MacroTags {
  add: string[];
  remove: string[];
}

interface Mentions {
  views: NamingView[];
  macros: ({ id: string; name: string } & MacroTags)[];
}

export async function findMentions(db: Db | Tx, tag: string): Promise<Mentions> {
  return { views: await findViewsNaming(db, "tag", tag), macros: await findMacros(db, tag) };
}

/** Replaces the tag by `to` in views and macros. Null removes it from macros. */
export async function rewriteTag(tx: Tx, from: string, to: string | null): Promise<Rewritten> {
  const rewritten: Rewritten = { ...(await renameInViews(tx, "tag", from, to)), macros: [] };
  // Locked, so that changes by their owners are not overwritten.
  for (const { id, add, remove } of await findMacros(tx, from, sql`for update`)) {
    const after = renamedIn({ add, remove }, from, to);
    await setMacroTags(tx, id, after);
    rewritten.macros.push({ id, before: { add, remove }, after });
  }
  return rewritten;
}

async function findMacros(
  db: Db | Tx,
  tag: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<Mentions["macros"]> {
  const { rows } = await sql<Mentions["macros"][number]>`
    select id, name, add_tags as add, remove_tags as remove from macros
    where ${tag} = any(add_tags) or ${tag} = any(remove_tags)
    order by lower(name), id ${lock}`.execute(db);
  return rows;
}

/** Restores views and macros that did not change since. Returns the ids of the others. */
export async function restoreRewritten(tx: Tx, { views, macros }: Rewritten): Promise<string[]> {
  const left: string[] = [];
  for (const { id, before, after } of views) {
    const { numUpdatedRows } = await tx
      .updateTable("saved_views")
      .set({ query: before })
      .where("id", "=", id)
      .where("query", "=", after)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) left.push(id);
  }
  for (const { id, before, after } of macros) {
    const { numAffectedRows } = await sql`
      update macros set add_tags = ${before.add}::text[], remove_tags = ${before.remove}::text[]
      where id = ${id} and add_tags = ${after.add}::text[] and remove_tags = ${after.remove}::text[]
    `.execute(tx);
    if (numAffectedRows === 0n) left.push(id);
  }
  return left;
}

async function setMacroTags(tx: Tx, id: string, { add, remove }: MacroTags): Promise<void> {
  await tx
    .updateTable("macros")
    .set({ add_tags: add, remove_tags: remove })
    .where("id", "=", id)
    .execute();
}

/** A macro that replaced one of the tags by the other keeps adding it and no longer removes it. */
function renamedIn({ add, remove }: MacroTags, from: string, to: string | null): MacroTags {
  const after = { add: renamedAmong(add, from, to), remove: renamedAmong(remove, from, to) };
  if (add.some((name) => remove.includes(name))) return after;
  return { ...after, remove: after.remove.filter((name) => !after.add.includes(name)) };
}

function renamedAmong(names: readonly string[], from: string, to: string | null): string[] {
  const others = names.map((name) => (name === from ? to : name)).filter((name) => name !== null);
  return [...new Set(others)];
}

/** What is needed to undo a change of tags. */
export type TagChangeRecord = { tag: { id: string; name: string }; rewritten: Rewritten } & (
  | { kind: "renamed"; name: string }
  | { kind: "deleted"; ticketIds: string[] }
  | { kind: "merged"; into: string; ticketIds: string[]; addedIds: string[] }
);

export async function assertFree(tx: Tx, name: string): Promise<void> {
  const taken = await tx
    .selectFrom("tags")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  if (taken) throw nameTaken();
}

/** For `.catch`: a ticket may get a tag with that name at the same time. */
export function refuseTakenTagName(error: unknown): never {
  throw violatedConstraint(error) === "tags_name" ? nameTaken() : error;
}

function nameTaken(): AppError {
  const message = "A tag with this name already exists. Merge the two instead.";
  return refuseField("name_taken", "name", { message });
}
