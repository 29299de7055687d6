import { type RawBuilder, sql } from "kysely";
import { isOpen } from "../tickets/views.ts";
import { countsBetween } from "./counts-between.ts";
import type { LookedAt } from "./looked-at.ts";

/** From each edge to the next: what was created and resolved, and what was open right before it. */
export interface Span {
  created: number;
  resolved: number;
  /** At its end. */
  backlog: number;
}

export interface StoredSpans {
  open: number;
  /** Of each span, and of all the time behind the last. */
  created: number[];
  resolved: number[];
  /** How many more gaps ended, for which reopened tickets had been solved, than began. */
  gaps: number[];
}

/** A ticket is open from its creation to its last resolve, but for the gaps in between. */
export function readSpans(
  edges: readonly Date[],
  looked: Pick<LookedAt, "now" | "counts" | "everything">,
): RawBuilder<StoredSpans> {
  return sql<StoredSpans>`
    select (select count(*) from tickets t where ${looked.counts} and ${isOpen}) as open,
      (${countsBetween(edges, "created", looked, "behind")}) as created,
      (${countsBetween(edges, "resolved", looked, "behind")}) as resolved,
      (${countsBetween(edges, "gaps", looked, "behind")}) as gaps`;
}

/** Counted back from what is open now; the last is of all the time behind. */
export function presentSpans({ open, created, resolved, gaps }: StoredSpans): Span[] {
  const spans: Span[] = [];
  let backlog = open;
  for (let span = created.length - 1; span >= 0; span -= 1) {
    const counts = { created: created[span] ?? 0, resolved: resolved[span] ?? 0 };
    spans.unshift({ ...counts, backlog });
    backlog += counts.resolved - counts.created - (gaps[span] ?? 0);
  }
  return spans;
}
