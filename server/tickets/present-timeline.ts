import { isStaff } from "../../shared/access.ts";
import type {
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
  TimelinePage,
} from "../../shared/tickets/page.ts";
import type { Actor } from "../actor.ts";
import { presentTime } from "../db/iso-time.ts";
import { cutPage } from "../db/keyset.ts";
import { presentFile } from "../files/present.ts";
import { withoutTicketLinks } from "../markdown/render.ts";
import { presentChange } from "./present-change.ts";
import { timelineLimit, timelineOrder } from "./timeline-items.ts";
import type { StoredEvent, StoredItem, StoredMessage } from "./timeline-row.ts";

export interface TimelineReader {
  actor: Pick<Actor, "id" | "role">;
  /** Of the messages among the items, by their ids. */
  html: ReadonlyMap<string, string>;
}

export function messagesOf(items: readonly StoredItem[]): StoredMessage[] {
  return items.filter((item) => item.type === "message");
}

/** Of items that come newest first, and one more than is shown. */
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
    ...(row.undelivered && { undelivered: row.undelivered }),
    files: row.redacted ? [] : (files ?? []).map(presentFile),
  };
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
