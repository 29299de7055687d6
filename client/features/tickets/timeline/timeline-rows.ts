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
  /** `sentWith`: what the reader's own reply changes, while both can still be undone together. */
  | {
      kind: "message";
      key: string;
      message: TimelineMessage;
      sentWith?: readonly TimelineEvent[];
    }
  | ActRow
  | FoldRow;

/** The events of one action. */
export interface ActRow {
  kind: "act";
  key: string;
  events: readonly [TimelineEvent, ...TimelineEvent[]];
  /** When all of it was undone, with no other row in between. */
  undoneAt?: string;
}

/** Consecutive actions of one person. */
export interface FoldRow {
  kind: "fold";
  key: string;
  acts: readonly [ActRow, ...ActRow[]];
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

/** Adds day rules and the mark of new items, and groups the events of one action and of one person. */
export function timelineRows(
  items: readonly TimelineItem[],
  dayOf: (iso: string) => string,
  newFrom: string | null = null,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const withReply = eventsOfReplies(items);
  let day = "";
  for (const item of items) {
    const { actId } = item;
    const caused = actId === null ? undefined : withReply.get(actId);
    // It comes after the reply.
    if (item.kind === "event" && caused) continue;
    const itsDay = dayOf(item.at);
    if (itsDay !== day) {
      day = itsDay;
      rows.push({ kind: "day", key: `day ${day}`, at: item.at });
    }
    if ([item, ...(caused ?? [])].some(({ id }) => id === newFrom)) {
      rows.push({ kind: "new", key: "new" });
    }
    const last = rows.at(-1);
    if (item.kind === "message") {
      const isUndoable = caused && item.mine && item.state === "sending" && !item.redacted;
      const sentWith = isUndoable ? { sentWith: caused } : {};
      rows.push({ kind: "message", key: item.id, message: item, ...sentWith });
      if (caused && !isUndoable) rows.push({ kind: "act", key: caused[0].id, events: caused });
    } else if (last?.kind === "act" && last.events[0].actId === item.actId) {
      rows[rows.length - 1] = { ...last, events: [...last.events, item] };
    } else {
      rows.push({ kind: "act", key: item.id, events: [item] });
    }
  }
  return folded(withoutUndone(rows));
}

type Events = ActRow["events"];

/**
 * By action: what a reply changed. A reply is released seconds after that, but comes first. What
 * opened the ticket stays before its first message.
 */
function eventsOfReplies(items: readonly TimelineItem[]): Map<string, Events> {
  const replies = new Set(
    items.flatMap((item) => (item.kind === "message" && item.actId ? [item.actId] : [])),
  );
  const changes = items.filter((item) => item.kind === "event" && replies.has(item.actId));
  const byAct = Map.groupBy(changes as TimelineEvent[], ({ actId }) => actId);
  return new Map(
    [...byAct].flatMap(([actId, [first, ...others]]): [string, Events][] =>
      !first || first.change.kind === "created" ? [] : [[actId, [first, ...others]]],
    ),
  );
}

/** Actions of one person within this time are one line. */
const foldMs = 5 * 60_000;

/** These have a button or a link of their own to show. */
const unfoldable = new Set<TimelineEvent["change"]["kind"]>([
  ...(["created", "merged", "merged-from", "unmerged", "split", "split-from"] as const),
]);

function folded(rows: readonly TimelineRow[]): TimelineRow[] {
  const result: TimelineRow[] = [];
  for (const row of rows) {
    const last = result.at(-1);
    const acts =
      last?.kind === "fold" ? last.acts : last?.kind === "act" ? ([last] as const) : null;
    if (row.kind === "act" && acts && belongTogether(acts[0], row)) {
      result[result.length - 1] = { kind: "fold", key: acts[0].key, acts: [...acts, row] };
    } else result.push(row);
  }
  return result;
}

function belongTogether(first: ActRow, next: ActRow): boolean {
  const [{ actor, at }] = first.events;
  const [later] = next.events;
  if (actor === null || later.actor?.id !== actor.id) return false;
  if (Date.parse(later.at) - Date.parse(at) > foldMs) return false;
  return [...first.events, ...next.events].every(({ change }) => !unfoldable.has(change.kind));
}

/** The actions that still count: neither undone nor an undo of one of the others. */
export function lastingActs(acts: readonly ActRow[]): ActRow[] {
  const ids = new Set(acts.flatMap(({ events }) => events.map(({ id }) => id)));
  const undoes = ({ change }: TimelineEvent) =>
    change.kind === "undone" && change.kept.length === 0 && ids.has(change.undoes)
      ? [change.undoes]
      : [];
  const undone = new Set(acts.flatMap(({ events }) => events.flatMap(undoes)));
  return acts.filter(
    ({ events, undoneAt }) =>
      undoneAt === undefined &&
      !events.some(({ id }) => undone.has(id)) &&
      !events.every((event) => undoes(event).length > 0),
  );
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
  ...([
    "redacted",
    "undone",
    "merged",
    "merged-from",
    "unmerged",
    "split",
    "note-changed",
  ] as const),
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
