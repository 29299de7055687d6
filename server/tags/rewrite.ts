import { type RawBuilder, sql } from "kysely";
import { printQuery } from "../../shared/search/print.ts";
import { parseQuery, queryLimits } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import type { Db, Tx } from "../db/database.ts";

/** Stored views and macros call a tag by its name: what they said before, and say now. */
export interface Rewritten {
  views: { id: string; before: string; after: string }[];
  macros: { id: string; before: MacroTags; after: MacroTags }[];
  /** Views that could not be brought along. */
  viewsLeft: string[];
}

interface MacroTags {
  add: string[];
  remove: string[];
}

interface Mentions {
  views: { id: string; name: string; query: string }[];
  macros: ({ id: string; name: string } & MacroTags)[];
}

export async function findMentions(db: Db | Tx, tag: string): Promise<Mentions> {
  return await readMentions(db, tag, sql``);
}

async function readMentions(
  db: Db | Tx,
  tag: string,
  lock: RawBuilder<unknown>,
): Promise<Mentions> {
  // Whoever names a tag says so, however the tag itself is written.
  const { rows: views } = await sql<Mentions["views"][number]>`
    select id, name, query from saved_views where strpos(lower(query), 'tag:') > 0
    order by lower(name), id ${lock}`.execute(db);
  const { rows: macros } = await sql<Mentions["macros"][number]>`
    select id, name, add_tags as add, remove_tags as remove from macros
    where ${tag} = any(add_tags) or ${tag} = any(remove_tags)
    order by lower(name), id ${lock}`.execute(db);
  return { views: views.filter(({ query }) => isAbout(query, tag)), macros };
}

/**
 * `to`: the name that stands for it from now on. Null where it is gone: then macros add it no more,
 * and views go on to say its name, by which they find nothing until there is one again.
 */
export async function rewriteTag(tx: Tx, from: string, to: string | null): Promise<Rewritten> {
  // Locked, or what their owners change at this moment would be written over.
  const found = await readMentions(tx, from, sql`for update`);
  const rewritten: Rewritten = { views: [], macros: [], viewsLeft: [] };
  for (const { id, query } of found.views) {
    const after = to === null ? query : renamedIn(query, from, to);
    if (after === query || after.length > queryLimits.text) rewritten.viewsLeft.push(id);
    else {
      await tx.updateTable("saved_views").set({ query: after }).where("id", "=", id).execute();
      rewritten.views.push({ id, before: query, after });
    }
  }
  for (const { id, add, remove } of found.macros) {
    const after = { add: renamedAmong(add, from, to), remove: renamedAmong(remove, from, to) };
    await setMacroTags(tx, id, after);
    rewritten.macros.push({ id, before: { add, remove }, after });
  }
  return rewritten;
}

/** What nobody has changed since says again what it said before. */
export async function rewriteBack(tx: Tx, { views, macros }: Rewritten): Promise<void> {
  for (const { id, before, after } of views) {
    await tx
      .updateTable("saved_views")
      .set({ query: before })
      .where("id", "=", id)
      .where("query", "=", after)
      .execute();
  }
  for (const { id, before, after } of macros) {
    await sql`
      update macros set add_tags = ${before.add}::text[], remove_tags = ${before.remove}::text[]
      where id = ${id} and add_tags = ${after.add}::text[] and remove_tags = ${after.remove}::text[]
    `.execute(tx);
  }
}

async function setMacroTags(tx: Tx, id: string, { add, remove }: MacroTags): Promise<void> {
  await tx
    .updateTable("macros")
    .set({ add_tags: add, remove_tags: remove })
    .where("id", "=", id)
    .execute();
}

function renamedAmong(names: readonly string[], from: string, to: string | null): string[] {
  const others = names.map((name) => (name === from ? to : name)).filter((name) => name !== null);
  return [...new Set(others)];
}

function isAbout(query: string, tag: string): boolean {
  return parseQuery(query, "staff").terms.some((term) => namesTag(term, tag));
}

function namesTag(term: Term, tag: string): boolean {
  return (
    term.kind === "operator" &&
    term.operator === "tag" &&
    term.values.some((value) => value.kind === "name" && value.name.toLowerCase() === tag)
  );
}

/** The rest of the query is left as its owner wrote it, as far as printing it anew allows. */
function renamedIn(query: string, from: string, to: string): string {
  const { terms, problems } = parseQuery(query, "staff");
  if (problems.length > 0) return query;
  return printQuery(
    terms.map((term) =>
      term.kind === "operator" && namesTag(term, from)
        ? {
            ...term,
            values: term.values.map((value) =>
              value.kind === "name" && value.name.toLowerCase() === from
                ? { ...value, name: to }
                : value,
            ),
          }
        : term,
    ),
  );
}
