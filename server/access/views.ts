import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Language } from "../../shared/search/operators.ts";
import { parseQuery } from "../../shared/search/query.ts";
import type { Term } from "../../shared/search/terms.ts";
import { queryOfView, viewsIn } from "../../shared/search/views.ts";
import {
  openStatuses,
  solvedStatuses,
  type TicketStatus,
  type TicketView,
} from "../../shared/tickets/vocabulary.ts";
import type { Sight } from "./scope.ts";

export function languageOf(sight: Sight): Language {
  return sight === "own" ? "customer" : "staff";
}

/** The built-in views of a role, in order. */
export function viewsOf(sight: Sight): readonly TicketView[] {
  return viewsIn(languageOf(sight));
}

/** The query of a view. A view that the role lacks does not exist. */
export function termsOfView(view: TicketView, sight: Sight): readonly Term[] {
  const language = languageOf(sight);
  const key = `${language} ${view}`;
  const kept = parsed.get(key);
  if (kept) return kept;
  const query = queryOfView(view, language);
  if (query === undefined) throw new AppError("not_found");
  const { terms } = parseQuery(query, language);
  parsed.set(key, terms);
  return terms;
}

const parsed = new Map<string, readonly Term[]>();

/** Spelled as in the partial indexes, which match no other spelling. */
export const isOpen = hasStatus(openStatuses);
export const isSolved = hasStatus(solvedStatuses);

function hasStatus(statuses: readonly TicketStatus[]): RawBuilder<boolean> {
  return sql`t.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}
