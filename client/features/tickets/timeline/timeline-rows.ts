import type {
  TicketDetails,
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
} from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";

/** What the timeline draws, one below the other. */
export type TimelineRow =
  | { kind: "day"; key: string; at: string }
  /** From here on the reader has read nothing yet. */
  | { kind: "new"; key: string }
  | { kind: "message"; key: string; message: TimelineMessage }
  | ActRow;

/** What one act did, in one line. */
export interface ActRow {
  kind: "act";
  key: string;
  events: readonly [TimelineEvent, ...TimelineEvent[]];
  /** When all of it was taken back, with nothing told in between. */
  undoneAt?: string;
}

/**
 * What a Customer reads between the messages: that it was solved, opened again, closed or rated, not
 * whose hands it went through; nor that something was taken back of which they never read.
 */
export function inPlainForm(items: readonly TimelineItem[]): TimelineItem[] {
  const plain = items.filter((item) => item.kind === "message" || isPlain(item));
  return plain.flatMap((item) => {
    if (item.kind === "message" || item.change.kind !== "undone") return [item];
    const { change } = item;
    const undone = items.find(({ id }) => id === change.undoes);
    if (undone?.kind !== "event") return [item];
    // It may name one of the act that is not told, beside one that is.
    const told = plain.find((other) => other.kind === "event" && other.actId === undone.actId);
    return told ? [{ ...item, change: { ...change, undoes: told.id } }] : [];
  });
}

function isPlain({ change }: TimelineEvent): boolean {
  if (change.kind === "assigned" || change.kind === "created") return false;
  return change.kind !== "status" || isOver(change.to) || isOver(change.from);
}

/** Of a state in which nothing is left to do. */
export function isOver(status: TicketStatus): boolean {
  return status === "resolved" || status === "closed";
}

/** Days before their items, the events of one act together, and where what is new begins. */
export function timelineRows(
  items: readonly TimelineItem[],
  dayOf: (iso: string) => string,
  newFrom: string | null = null,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let day = "";
  for (const item of items) {
    const itsDay = dayOf(item.at);
    if (itsDay !== day) {
      day = itsDay;
      rows.push({ kind: "day", key: `day ${day}`, at: item.at });
    }
    if (item.id === newFrom) rows.push({ kind: "new", key: "new" });
    const last = rows.at(-1);
    if (item.kind === "message") {
      rows.push({ kind: "message", key: item.id, message: item });
    } else if (last?.kind === "act" && last.events[0].actId === item.actId) {
      rows[rows.length - 1] = { ...last, events: [...last.events, item] };
    } else {
      rows.push({ kind: "act", key: item.id, events: [item] });
    }
  }
  return withoutUndone(rows);
}

/** What was taken back as it had come is one line with its Undo, which says no more than it does. */
function withoutUndone(rows: readonly TimelineRow[]): TimelineRow[] {
  const folded: TimelineRow[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (last?.kind === "act" && row.kind === "act" && isUndoOf(row, last)) {
      folded[folded.length - 1] = { ...last, undoneAt: row.events[0].at };
    } else folded.push(row);
  }
  return folded;
}

/** Of the whole of it: where something stayed as it was changed again, that is told by itself. */
function isUndoOf(undo: ActRow, { events, undoneAt }: ActRow): boolean {
  if (undoneAt !== undefined) return false;
  const ids = new Set(events.map(({ id }) => id));
  return undo.events.every(
    ({ change }) => change.kind === "undone" && change.kept.length === 0 && ids.has(change.undoes),
  );
}

/**
 * What stands above the newest page: as that page moves on, what it no longer holds stays where it
 * was, and what it holds anew is not shown twice. Null where something is missing in between.
 */
export function keepEarlier(
  earlier: readonly TimelineItem[],
  before: readonly TimelineItem[],
  newest: readonly TimelineItem[],
): TimelineItem[] | null {
  const inNewest = new Set(newest.map(({ id }) => id));
  if (before.length > 0 && !before.some(({ id }) => inNewest.has(id))) return null;
  const kept = earlier.filter(({ id }) => !inNewest.has(id));
  const at = before.findIndex(({ id }) => id === newest[0]?.id);
  return at > 0 ? [...kept, ...before.slice(0, at)] : kept;
}

const rewriting = new Set<TimelineEvent["change"]["kind"]>([
  ...(["redacted", "undone", "merged", "merged-from", "unmerged", "split"] as const),
]);

/** By what came anew, something further up is no longer as it was read. */
export function rewritesPast(
  before: readonly TimelineItem[],
  newest: readonly TimelineItem[],
): boolean {
  const known = new Set(before.map(({ id }) => id));
  return newest.some(
    (item) => item.kind === "event" && rewriting.has(item.change.kind) && !known.has(item.id),
  );
}

/**
 * What stands beside the name of whoever wrote: the ticket's company, where it is they who ask. Of anybody
 * else, such as who asked before it moved, it would say what may not be so.
 */
export function companyBeside(
  { author, mine }: Pick<TimelineMessage, "author" | "mine">,
  { company, requester }: Pick<TicketDetails, "company" | "requester">,
): string | null {
  return !mine && author.id === requester.id ? (company?.name ?? null) : null;
}
