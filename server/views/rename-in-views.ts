import { type RawBuilder, sql } from "kysely";
import { printQuery } from "../../shared/search/print.ts";
import { parseQuery, queryLimits } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import type { Db, Tx } from "../db/database.ts";

/** What views refer to by a unique name; people can share a name. */
type NamedInViews = "tag" | "team" | "company";

export interface RenamedViews {
  views: { id: string; before: string; after: string }[];
  /** Views that could not be changed. */
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
  // The operator is in the query, however the name is written.
  const { rows } = await sql<NamingView>`
    select id, name, query from saved_views where strpos(lower(query), ${`${kind}:`}) > 0
    order by lower(name), id ${lock}`.execute(db);
  return rows.filter(({ query }) =>
    parseQuery(query, "staff").terms.some((term) => isNamedBy(term, kind, name)),
  );
}

/**
 * Replaces a name in the queries of views. `to`: null where the thing is deleted; then views keep the
 * name, and find nothing until it exists again.
 */
export async function renameInViews(
  tx: Tx,
  kind: NamedInViews,
  from: string,
  to: string | null,
): Promise<RenamedViews> {
  const renamed: RenamedViews = { views: [], viewsLeft: [] };
  // Locked, so that changes by their owners are not overwritten.
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

/** The rest of the query stays as its owner wrote it, except for its formatting. */
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
