import type {
  TicketDetails,
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
} from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";

/** The rows of the timeline. */
export type TimelineRow =
  | { kind: "day"; key: string; at: string }
  /** The first unread item follows. */
  | { kind: "new"; key: string }
  | { kind: "message"; key: string; message: TimelineMessage }
  | ActRow;

/** The events of one action. */
export interface ActRow {
  kind: "act";
  key: string;
  events: readonly [TimelineEvent, ...TimelineEvent[]];
  /** When all of it was undone, with no other row in between. */
  undoneAt?: string;
}

/**
 * The events a customer sees: solved, reopened, closed and rated, but no assignments, and no undoing
 * of events they never saw.
 */
export function inPlainForm(items: readonly TimelineItem[]): TimelineItem[] {
  const plain = items.filter((item) => item.kind === "message" || isPlain(item));
  return plain.flatMap((item) => {
    if (item.kind === "message" || item.change.kind !== "undone") return [item];
    const { change } = item;
    const undone = items.find(({ id }) => id === change.undoes);
    if (undone?.kind !== "event") return [item];
    // It can name a hidden event of an action that also has a visible one.
    const visible = plain.find((other) => other.kind === "event" && other.actId === undone.actId);
    return visible ? [{ ...item, change: { ...change, undoes: visible.id } }] : [];
  });
}

function isPlain({ change }: TimelineEvent): boolean {
  if (change.kind === "assigned" || change.kind === "created") return false;
  return change.kind !== "status" || isOver(change.to) || isOver(change.from);
}

export function isOver(status: TicketStatus): boolean {
  return status === "resolved" || status === "closed";
}

/** Adds day rules and the mark of new items, and groups the events of one action. */
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

/** Folds an action and its undo into one line. */
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

/** Only of the whole action: a partial undo has a line of its own. */
function isUndoOf(undo: ActRow, { events, undoneAt }: ActRow): boolean {
  if (undoneAt !== undefined) return false;
  const ids = new Set(events.map(({ id }) => id));
  return undo.events.every(
    ({ change }) => change.kind === "undone" && change.kept.length === 0 && ids.has(change.undoes),
  );
}

/**
 * The items above the newest page. Items that drop out of that page move here, and none is shown
 * twice. Null if items in between are missing.
 */
export function mergeEarlier(
  earlier: readonly TimelineItem[],
  before: readonly TimelineItem[],
  newest: readonly TimelineItem[],
): TimelineItem[] | null {
  const inNewest = new Set(newest.map(({ id }) => id));
  if (before.length > 0 && !before.some(({ id }) => inNewest.has(id))) return null;
  const remaining = earlier.filter(({ id }) => !inNewest.has(id));
  const at = before.findIndex(({ id }) => id === newest[0]?.id);
  return at > 0 ? [...remaining, ...before.slice(0, at)] : remaining;
}

const rewriting = new Set<TimelineEvent["change"]["kind"]>([
  ...(["redacted", "undone", "merged", "merged-from", "unmerged", "split"] as const),
]);

/** Whether new events changed earlier items. */
export function changesEarlier(
  before: readonly TimelineItem[],
  newest: readonly TimelineItem[],
): boolean {
  const known = new Set(before.map(({ id }) => id));
  return newest.some(
    (item) => item.kind === "event" && rewriting.has(item.change.kind) && !known.has(item.id),
  );
}

/** The company shown next to the requester's name. For other authors it could be wrong. */
export function companyLabel(
  { author, mine }: Pick<TimelineMessage, "author" | "mine">,
  { company, requester }: Pick<TicketDetails, "company" | "requester">,
): string | null {
  return !mine && author.id === requester.id ? (company?.name ?? null) : null;
}
