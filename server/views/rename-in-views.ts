import { type RawBuilder, sql } from "kysely";
import { printQuery } from "../../shared/search/print.ts";
import { parseQuery, queryLimits } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import type { Db, Tx } from "../db/database.ts";

/** What views call by a name that is one thing's alone; people share theirs. */
type NamedInViews = "tag" | "team" | "company";

export interface RenamedViews {
  views: { id: string; before: string; after: string }[];
  /** Those that could not be brought along. */
  viewsLeft: string[];
}

export interface NamingView {
  id: string;
  name: string;
  query: string;
}

export async function findViewsNaming(
  db: Db | Tx,
  kind: NamedInViews,
  name: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<NamingView[]> {
  // Whoever names one says so, however it is written itself.
  const { rows } = await sql<NamingView>`
    select id, name, query from saved_views where strpos(lower(query), ${`${kind}:`}) > 0
    order by lower(name), id ${lock}`.execute(db);
  return rows.filter(({ query }) =>
    parseQuery(query, "staff").terms.some((term) => isNamedBy(term, kind, name)),
  );
}

/**
 * What has another name from now on is called by it. `to`: null where it is gone; then views go on
 * to say its name, by which they find nothing until there is one again.
 */
export async function renameInViews(
  tx: Tx,
  kind: NamedInViews,
  from: string,
  to: string | null,
): Promise<RenamedViews> {
  const renamed: RenamedViews = { views: [], viewsLeft: [] };
  // Locked, or what their owners change at this moment would be written over.
  for (const { id, query } of await findViewsNaming(tx, kind, from, sql`for update`)) {
    const after = to === null ? query : renamedIn(query, kind, from, to);
    if (after === query || after.length > queryLimits.text) renamed.viewsLeft.push(id);
    else {
      await tx.updateTable("saved_views").set({ query: after }).where("id", "=", id).execute();
      renamed.views.push({ id, before: query, after });
    }
  }
  return renamed;
}

function isNamedBy(term: Term, kind: NamedInViews, name: string): boolean {
  return (
    term.kind === "operator" &&
    term.operator === kind &&
    term.values.some((value) => value.kind === "name" && isSame(value.name, name))
  );
}

/** The rest of the query is left as its owner wrote it, as far as printing it anew allows. */
function renamedIn(query: string, kind: NamedInViews, from: string, to: string): string {
  const { terms, problems } = parseQuery(query, "staff");
  if (problems.length > 0) return query;
  return printQuery(
    terms.map((term) =>
      term.kind === "operator" && isNamedBy(term, kind, from)
        ? {
            ...term,
            values: term.values.map((value) =>
              value.kind === "name" && isSame(value.name, from) ? { ...value, name: to } : value,
            ),
          }
        : term,
    ),
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
