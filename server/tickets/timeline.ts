import { sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type {
  TicketName,
  TimelineChange,
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
  TimelinePage,
} from "../../shared/tickets/page.ts";
import type { Instant, TicketChange } from "../../shared/tickets/state.ts";
import { noteEditMs } from "../../shared/tickets/time-limits.ts";
import type { PersonRef } from "../../shared/tickets/vocabulary.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { companiesSeenWhole, isSeen, type Sight, sightOf, withSpam } from "../access/scope.ts";
import { presentTime } from "../db/iso-time.ts";
import { cutPage, readCursor } from "../db/keyset.ts";
import { keepStatement } from "../db/statement.ts";
import { changeOf } from "../events/ticket-events.ts";
import { presentFile } from "../files/present.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { withoutTicketLinks } from "../markdown/render.ts";
import {
  type StoredEvent,
  type StoredItem,
  type StoredMessage,
  timelineItems,
  timelineLimit,
  timelineOrder,
} from "./timeline-items.ts";

/** The items before those already shown. */
export async function readEarlierItems(
  deps: ActorDeps,
  { id, before }: { id: string; before: string },
): Promise<TimelinePage> {
  const { db, actor, now } = deps;
  const [mark0, mark1, mark2] = readCursor(timelineOrder, before);
  const [found] = await selectEarlier(db, sightOf(actor), {
    mark0,
    mark1,
    mark2,
    ticketId: id,
    userId: actor.id,
    companyIds: companiesSeenWhole(actor),
    undoableSince: new Date(now.getTime() - undoMs),
  });
  if (!found) throw new AppError("not_found");
  const html = await renderMessages(db, messagesOf(found.items));
  return presentTimeline(found.items, { actor, html });
}

interface TimelineInput {
  id: string;
  only: "messages" | "events";
  limit: number;
  cursor: string | null;
}

/** The messages or the events of a ticket, newest first. */
export async function listTimeline(
  deps: ActorDeps,
  { id, only, limit, cursor }: TimelineInput,
): Promise<{ items: TimelineItem[]; nextCursor: string | null }> {
  const { db, actor, now } = deps;
  const mark = cursor === null ? null : readCursor(timelineOrder, cursor);
  const [found] = await selectTimeline(
    db,
    {
      sight: sightOf(actor),
      only,
      withoutNotes: actor.withoutNotes ?? false,
      after: mark !== null,
    },
    {
      mark0: mark?.[0],
      mark1: mark?.[1],
      mark2: mark?.[2],
      ticketId: id,
      userId: actor.id,
      companyIds: companiesSeenWhole(actor),
      undoableSince: new Date(now.getTime() - undoMs),
      limit: limit + 1,
    },
  );
  if (!found) throw new AppError("not_found");
  const { rows, nextCursor } = cutPage(timelineOrder, limit, found.items);
  const html = await renderMessages(db, messagesOf(rows));
  return { items: rows.map((row) => presentItem(row, { actor, html })), nextCursor };
}

interface TimelineShape {
  sight: Sight;
  only: "messages" | "events";
  withoutNotes: boolean;
  after: boolean;
}

/** A merged ticket shows what its target shows. */
const selectTimeline = keepStatement<
  TimelineShape,
  EarlierValues & { limit: number },
  { items: StoredItem[] }
>(({ sight, only, withoutNotes, after }, slot) => {
  const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
  const items = timelineItems(sight, {
    ticketId: sql`t.id`,
    readerId: slot("userId"),
    undoableSince: slot("undoableSince"),
    scope,
    ...(after && { mark: [slot("mark0"), slot("mark1"), slot("mark2")] }),
    limit: mostListed,
    only,
    withoutNotes,
  });
  return sql`
    select coalesce((
      select json_agg(row_to_json(item)) from (
        select * from (${items}) item limit ${slot("limit")}::int) item), '[]') as items
    from tickets t where t.id = ${slot("ticketId")}::uuid and ${isSeen(withSpam(scope))}`;
});

/** Written into the statement, so that one plan serves every limit. */
const mostListed = 201;

interface EarlierValues {
  ticketId: string;
  userId: string;
  companyIds: readonly string[];
  undoableSince: Date;
  mark0: string | undefined;
  mark1: string | undefined;
  mark2: string | undefined;
}

const selectEarlier = keepStatement<Sight, EarlierValues, { items: StoredItem[] }>(
  (sight, slot) => {
    const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
    const items = timelineItems(sight, {
      ticketId: sql`t.id`,
      readerId: slot("userId"),
      undoableSince: slot("undoableSince"),
      scope,
      mark: [slot("mark0"), slot("mark1"), slot("mark2")],
      limit: timelineLimit + 1,
    });
    return sql`
      select coalesce((select json_agg(row_to_json(item)) from (${items}) item), '[]') as items
      from tickets t where t.id = ${slot("ticketId")}::uuid and ${isSeen(withSpam(scope))}`;
  },
);

export interface TimelineReader {
  actor: Pick<Actor, "id" | "role">;
  /** HTML of the messages, by id. */
  html: ReadonlyMap<string, string>;
}

export function messagesOf(items: readonly StoredItem[]): StoredMessage[] {
  return items.filter((item) => item.type === "message");
}

/** From rows that are newest first, one more than is shown. */
export function presentTimeline(
  found: readonly StoredItem[],
  reader: TimelineReader,
): TimelinePage {
  const { rows, nextCursor } = cutPage(timelineOrder, timelineLimit, found);
  return { items: rows.toReversed().map((row) => presentItem(row, reader)), earlier: nextCursor };
}

function presentItem(row: StoredItem, reader: TimelineReader): TimelineItem {
  return row.type === "message" ? presentMessage(row, reader) : presentEvent(row);
}

export function presentMessage(
  row: StoredMessage,
  { actor, html }: TimelineReader,
): TimelineMessage {
  const { id, files, personId, personName, personRole } = row;
  const forStaff = html.get(id) ?? "";
  return {
    kind: "message",
    id,
    actId: row.actId,
    at: presentTime(row.at),
    author: {
      id: personId,
      name: personName ?? "",
      isStaff: personRole !== null && isStaff({ role: personRole }),
    },
    mine: personId === actor.id,
    state: row.state,
    releaseAt: presentTime(row.releaseAt),
    releaseInMs: row.releaseInMs,
    html: isStaff(actor) ? forStaff : withoutTicketLinks(forStaff),
    redacted: row.redacted,
    redactedBy: row.redactedBy,
    ...(row.isMail && { isMail: true }),
    ...(row.hasOriginal && { hasOriginal: true }),
    ...(row.undelivered && { undelivered: row.undelivered }),
    ...(row.mailed && { mailed: row.mailed }),
    ...(row.mail && { mail: row.mail }),
    ...(row.isOwnNote &&
      !row.redacted &&
      personId === actor.id && { editableUntil: editableUntil(row.at) }),
    files: row.redacted ? [] : (files ?? []).map(presentFile),
  };
}

function editableUntil(at: string): string {
  return new Date(Date.parse(at) + noteEditMs).toISOString();
}

function presentEvent(row: StoredEvent): TimelineEvent {
  const { tie, actId, personId, personName, undoable } = row;
  return {
    kind: "event",
    id: tie,
    actId,
    at: presentTime(row.at),
    actor: personId === null ? null : { id: personId, name: personName ?? "" },
    change: presentChange(row),
    undoable,
  };
}

/** An event's change, with current names instead of ids. */
export function presentChange(event: StoredEvent): TimelineChange {
  return presentNamed(changeOf(event), event.names);
}

/** A change with these names instead of ids. */
export function presentNamed(change: TicketChange, names: StoredEvent["names"]): TimelineChange {
  const nameOf = (id: string) => {
    const name = names?.[id];
    return typeof name === "string" ? name : null;
  };
  const known = (id: string) => (nameOf(id) === null ? null : person(id));
  const person = (id: string): PersonRef => ({ id, name: nameOf(id) ?? "" });
  const personOrNobody = (id: string | null) => (id === null ? null : person(id));
  const nameOrNone = (id: string | null) => (id === null ? null : (nameOf(id) ?? gone));
  const companyOrNone = (id: string | null) => (id === null ? null : (nameOf(id) ?? another));
  const named = (id: string) => {
    const name = names?.[id];
    return typeof name === "object" ? name : null;
  };
  const ticket = (id: string): TicketName | null => {
    const found = named(id);
    return found && { number: found.number, subject: found.subject };
  };

  switch (change.kind) {
    case "assigned":
      return { kind: "assigned", from: personOrNobody(change.from), to: personOrNobody(change.to) };
    case "requester":
      return { kind: "requester", from: known(change.from), to: known(change.to) };
    case "team":
      return { kind: "team", from: nameOrNone(change.from), to: nameOrNone(change.to) };
    case "company":
      return { kind: "company", from: companyOrNone(change.from), to: companyOrNone(change.to) };
    case "subject": {
      const { redactedBy, ...told } = change;
      return redactedBy ? { ...told, redactedBy: person(redactedBy) } : told;
    }
    case "followers":
      return {
        kind: "followers",
        added: change.added.map(person),
        removed: change.removed.map(person),
      };
    case "tags":
      return { kind: "tags", added: [...change.added], removed: [...change.removed] };
    case "snoozed":
      return { kind: "snoozed", from: momentOf(change.from), until: momentOf(change.until) };
    case "undone":
      return {
        kind: "undone",
        undoes: change.undoes,
        kinds: [...change.kinds],
        kept: [...change.kept],
        back: (change.back ?? []).map((each) => presentNamed(each, names)),
      };
    case "merged":
      return { kind: "merged", into: ticket(change.into) };
    case "merged-from":
      return {
        kind: "merged-from",
        source: ticket(change.source),
        mergedId: named(change.source)?.isMerged ? change.source : null,
      };
    case "unmerged":
      return { kind: "unmerged", other: ticket(change.other) };
    case "split":
      return { kind: "split", into: ticket(change.into), messages: change.messages };
    case "split-from":
      return { kind: "split-from", origin: ticket(change.origin), messages: change.messages };
    case "linked":
    case "unlinked":
      return { ...change, other: ticket(change.other) };
    case "reply-taken-back":
      return { kind: change.kind };
    case "note-changed":
      return { kind: change.kind, what: change.what };
    default:
      return change;
  }
}

function momentOf(instant: Instant | null | undefined): string | null {
  return instant ? new Date(instant).toISOString() : null;
}

/** In place of a deleted name. */
const gone = "(deleted)";
/** In place of a name the reader cannot see. */
const another = "another company";
