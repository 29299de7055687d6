import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import {
  findViewsNaming,
  type NamingView,
  type RenamedViews,
  renameInViews,
} from "../views/rename-in-views.ts";

/** Stored views and macros call a tag by its name: what they said before, and say now. */
export interface Rewritten extends RenamedViews {
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

/** `to`: the name that stands for it from now on. Null where it is gone: then macros add it no more. */
export async function rewriteTag(tx: Tx, from: string, to: string | null): Promise<Rewritten> {
  const rewritten: Rewritten = { ...(await renameInViews(tx, "tag", from, to)), macros: [] };
  // Locked, or what their owners change at this moment would be written over.
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

/** What nobody has changed since says again what it said before. The ids of all else. */
export async function rewriteBack(tx: Tx, { views, macros }: Rewritten): Promise<string[]> {
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

/** One that put the one in the other's place goes on adding it, and takes it off no more. */
function renamedIn({ add, remove }: MacroTags, from: string, to: string | null): MacroTags {
  const after = { add: renamedAmong(add, from, to), remove: renamedAmong(remove, from, to) };
  if (add.some((name) => remove.includes(name))) return after;
  return { ...after, remove: after.remove.filter((name) => !after.add.includes(name)) };
}

function renamedAmong(names: readonly string[], from: string, to: string | null): string[] {
  const others = names.map((name) => (name === from ? to : name)).filter((name) => name !== null);
  return [...new Set(others)];
}
