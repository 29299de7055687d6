import { type RawBuilder, sql } from "kysely";
import type { Order } from "../../db/keyset.ts";
import type { Slot } from "../../db/statement.ts";
import { zoneInPostgres } from "../../db/zone-in-postgres.ts";
import { type ConditionValues, holds } from "../../search/conditions.ts";
import { lexemesIn, quoteLexeme, type Vector, vectorOf, wordsQuery } from "../../search/match.ts";
import type { Path } from "../../search/path.ts";
import type { ShapedTerm, TermValues } from "../../search/shape.ts";
import { inParts, isOneOfItsPeople, isShown, ownPart, type Scope, type Sight } from "../scope.ts";
import type { Listing } from "./listing.ts";

/** What of a listing its statement depends on; the rest are values. */
export interface SourceShape {
  sight: Sight;
  scope: Sight;
  terms: ShapedTerm[];
  /** One phrase is all that is searched. */
  phrase: boolean;
  /** Tickets are read anew in another language just now. */
  changing: boolean;
}

export interface SourceValues extends TermValues {
  userId: string;
  companyIds: readonly string[];
  now: Date;
  timeZone: string;
  words: string;
  /** The rarest word in one of the companies. */
  markedHead: string;
  markedBody: string;
}

export function sourceShape(listing: Listing): SourceShape {
  const { sight, scope, terms, phrase, probe } = listing;
  return { sight, scope, terms, phrase, changing: probe.changing };
}

export function sourceValues(
  listing: Listing,
  { userId, now, timeZone = "UTC" }: { userId: string; now: Date; timeZone?: string },
): SourceValues {
  const { companyIds, words, values, probe } = listing;
  const marks = companyIds.map((id) => `'company ${id}'`).join(" | ");
  const marked = (vector: Vector) => {
    const [rarest] = [...probe.words].sort((one, other) => one[vector] - other[vector]);
    return rarest ? `${quoteLexeme(rarest.lexeme)} & (${marks})` : marks;
  };
  return {
    ...{ ...values, userId, companyIds, now, words },
    timeZone: zoneInPostgres(timeZone),
    ...{ markedHead: marked("head"), markedBody: marked("body") },
  };
}

/** How the tickets with the words are come by. */
export interface SearchedBy {
  vector: Vector;
  path: Path;
  /** Only the first of them are read, and not all as for a count. */
  some: boolean;
  /** Without those that have the words in their head. */
  notHead?: boolean;
}

/**
 * The tickets of a listing, in parts that do not overlap, and what else must hold in each; `inHead`:
 * whether their head has the words.
 */
export function readSources<Row>(
  shape: SourceShape,
  slot: Slot<SourceValues>,
  by: SearchedBy | null,
  read: (part: RawBuilder<unknown>, inHead: RawBuilder<boolean>) => RawBuilder<Row>,
): RawBuilder<Row> {
  const scope = scopeIn(shape, slot);
  const text = sql`(select ${slot("words")}::text)`;
  const inHead = lexemesIn(shape, text, { vector: "head" });
  if (!by) return inParts(scope, (part) => read(part, inHead));
  const walk = (part: RawBuilder<unknown>) =>
    read(sql`${part} and ${lexemesIn(shape, text, by)}`, inHead);
  if (by.path === "walk") return inParts(scope, walk);

  const headMatches = sql`s.head @@ ${wordsOf(shape, slot)}`;
  const ticket = by.some
    ? sql`cross join lateral (select * from tickets where id = found.ticket_id offset 0) t`
    : sql`join tickets t on t.id = found.ticket_id`;
  const found = sql`
    from (select s.ticket_id, ${headMatches} as in_head ${matching(shape, slot, by)}) found ${ticket}
    where ${isShown(scope)}`;
  const known = sql<boolean>`found.in_head`;
  if (scope.sight === "all") return read(found, known);
  const ofCompanies = sql`${found} and t.company_id = any(${scope.companyIds}::uuid[])`;
  if (scope.sight === "companies") return read(ofCompanies, known);
  const notOwn = sql`${ofCompanies} and not ${isOneOfItsPeople(scope.userId)}`;
  return sql`(${walk(ownPart(scope))}) union all (${read(notOwn, known)})`;
}

/**
 * What the index of words finds. Fenced off, or Postgres might walk all tickets and look each up
 * among those found: it does not know how many these are, and so would read them all for a page of
 * a few. Nor is it shown the words, for which it would plan anew each time: which path is quick is
 * known already.
 */
function matching(
  shape: SourceShape,
  slot: Slot<SourceValues>,
  { vector, path, notHead }: SearchedBy,
): RawBuilder<unknown> {
  const words = wordsOf(shape, slot);
  const read = vectorOf(vector, shape.sight);
  // Of many companies the index is asked but for the rarest word: each word more costs it as much.
  const marked = sql`${slot(vector === "head" ? "markedHead" : "markedBody")}::text::tsquery`;
  const fits =
    path === "company-index"
      ? sql`${read} @@ (select ${marked}) and (${read} @@ ${words}) is true`
      : sql`${read} @@ ${words}`;
  return sql`
    from ticket_search s
    where ${fits} ${notHead ? sql`and not s.head @@ ${words}` : sql``} offset 0`;
}

function wordsOf({ changing }: SourceShape, slot: Slot<SourceValues>): RawBuilder<unknown> {
  return sql`(select ${wordsQuery(sql`(select ${slot("words")}::text)`, changing)})`;
}

/** `notHead`: of tickets whose head lacks one of the words, and so a phrase of them all. */
export function conditionsOf(
  { sight, changing, terms, phrase }: SourceShape,
  slot: Slot<SourceValues>,
  notHead = false,
): RawBuilder<boolean>[] {
  const values: ConditionValues = {
    ...{ sight, changing },
    phraseInHead: !(phrase && notHead),
    // As sub-selects: one plan is kept for everybody, at every time.
    userId: sql`(select ${slot("userId")}::uuid)`,
    now: sql`(select ${slot("now")}::timestamptz)`,
    timeZone: slot("timeZone"),
    value: slot,
  };
  return terms.map((term) => holds(term, values));
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/**
 * Few, and found by something else than what the list is ordered by: they are read whole and then
 * sorted. Walking in order would read past nearly every ticket to find them.
 */
export function isGathered({ terms }: SourceShape, { name }: Order): boolean {
  return terms.some((term) => {
    if (term.not) return false;
    if (term.kind === "number") return true;
    if (term.kind === "choices" && term.operator === "has") return term.choices.join() === "draft";
    if (term.kind === "choices") {
      const choice = term.operator === "is" && term.choices.join();
      return choice === "unread" || (choice === "snoozed" && name !== choice);
    }
    if (term.kind === "ranges") return ["resolved", "reopened-at"].includes(term.operator);
    const isPerson = term.kind === "named" && !term.none;
    return isPerson && (term.operator === "assignee" || term.operator === "requester");
  });
}

/** Whether what else no list has may stand in it. */
export function asksFor({ terms }: SourceShape, choice: "spam" | "merged"): boolean {
  return terms.some(
    (term) =>
      term.kind === "choices" &&
      term.operator === "is" &&
      !term.not &&
      term.choices.includes(choice),
  );
}

function scopeIn(shape: SourceShape, slot: Slot<SourceValues>): Scope {
  return {
    sight: shape.scope,
    userId: slot("userId"),
    companyIds: slot("companyIds"),
    with: { spam: asksFor(shape, "spam"), merged: asksFor(shape, "merged") },
  };
}
