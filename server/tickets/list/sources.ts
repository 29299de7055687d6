import { type RawBuilder, sql } from "kysely";
import {
  inParts,
  isOneOfItsPeople,
  isShown,
  ownPart,
  type Scope,
  type Sight,
} from "../../access/scope.ts";
import type { Order } from "../../db/keyset.ts";
import type { Slot } from "../../db/statement.ts";
import { zoneInPostgres } from "../../db/zone-in-postgres.ts";
import { type ConditionValues, holds } from "../../search/conditions.ts";
import { lexemesIn, quoteLexeme, type Vector, vectorOf, wordsQuery } from "../../search/match.ts";
import type { Path } from "../../search/path.ts";
import type { ShapedTerm, TermValues } from "../../search/shape.ts";
import type { Listing } from "./listing.ts";

/** The part of a listing that its statement depends on; the rest are values. */
export interface SourceShape {
  sight: Sight;
  reading: Sight;
  scope: Sight;
  terms: ShapedTerm[];
  /** The words are one phrase. */
  phrase: boolean;
  /** The search language is being changed. */
  changing: boolean;
}

export interface SourceValues extends TermValues {
  userId: string;
  companyIds: readonly string[];
  now: Date;
  timeZone: string;
  words: string;
  /** The rarest word and one of the companies. */
  markedHead: string;
  markedBody: string;
}

export function sourceShape(listing: Listing): SourceShape {
  const { sight, reading, scope, terms, phrase, probe } = listing;
  return { sight, reading, scope, terms, phrase, changing: probe.changing };
}

export function sourceValues(
  listing: Listing,
  { userId, now, timeZone = "UTC" }: { userId: string; now: Date; timeZone?: string },
): SourceValues {
  const { companyIds, words, values, probe } = listing;
  const marks = companyIds.map((id) => `'company ${id}'`).join(" | ");
  const marked = (vector: Vector) => {
    const [rarest] = [...probe.words].sort((one, other) => one[vector] - other[vector]);
    return rarest ? `${rarest.query ?? quoteLexeme(rarest.lexeme)} & (${marks})` : marks;
  };
  return {
    ...values,
    userId,
    companyIds,
    now,
    words,
    timeZone: zoneInPostgres(timeZone),
    markedHead: marked("head"),
    markedBody: marked("body"),
  };
}

/** How the tickets with the words are read. */
export interface SearchedBy {
  vector: Vector;
  path: Path;
  /** Only the first ones are read, unlike for a count. */
  some: boolean;
  /** Without tickets that have the words in their head. */
  notHead?: boolean;
}

/**
 * The tickets of a listing, in parts that do not overlap. `inHead`: whether a ticket has the words in
 * its head.
 */
export function readSources<Row>(
  shape: SourceShape,
  slot: Slot<SourceValues>,
  by: SearchedBy | null,
  read: (part: RawBuilder<unknown>, inHead: RawBuilder<boolean>) => RawBuilder<Row>,
): RawBuilder<Row> {
  const scope = scopeIn(shape, slot);
  const text = sql`(select ${slot("words")}::text)`;
  const texts = { sight: shape.reading, changing: shape.changing };
  const inHead = lexemesIn(texts, text, { vector: "head" });
  if (!by) return inParts(scope, (part) => read(part, inHead));
  const walk = (part: RawBuilder<unknown>) =>
    read(sql`${part} and ${lexemesIn(texts, text, by)}`, inHead);
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
 * What the index of words finds. Fenced off with `offset 0`, since Postgres does not know how many
 * that are and might walk all tickets instead. The words are in a sub-select, or Postgres would plan
 * each search again.
 */
function matching(
  shape: SourceShape,
  slot: Slot<SourceValues>,
  { vector, path, notHead }: SearchedBy,
): RawBuilder<unknown> {
  const words = wordsOf(shape, slot);
  const read = vectorOf(vector, shape.reading);
  // The index is asked only for the rarest word: each word costs it the same for every company.
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

/** `notHead`: for tickets whose head lacks one of the words, and so the phrase. */
export function conditionsOf(
  { sight, reading, changing, terms, phrase }: SourceShape,
  slot: Slot<SourceValues>,
  notHead = false,
): RawBuilder<boolean>[] {
  const values: ConditionValues = {
    sight,
    reading,
    changing,
    phraseInHead: !(phrase && notHead),
    // As sub-selects, so that one plan serves every user and time.
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
 * Whether the terms match few tickets that another index finds: these are all read and then sorted.
 * Walking the list's order would read nearly every ticket to find them.
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
    if (term.kind === "ranges") return ["resolved", "reopened-at", "rated"].includes(term.operator);
    const isPerson = term.kind === "named" && !term.none;
    return isPerson && (term.operator === "assignee" || term.operator === "requester");
  });
}

/** Whether spam or merged tickets, which no other list has, can be in it. */
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
