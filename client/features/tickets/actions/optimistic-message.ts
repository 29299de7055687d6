import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { fullName, type ViewerProfile } from "../../../../shared/users.ts";
import { namedFiles } from "../../../data/drafts/text.ts";
import type { DraftText } from "../../../data/drafts/unsaved-texts.ts";

/** A message that is being sent, as the timeline shows it until the server answers. */
export function optimisticMessage(
  viewer: ViewerProfile,
  kind: "reply" | "note",
  requestId: string,
  { body, form }: DraftText,
): TimelineMessage {
  const staff = isStaff(viewer);
  return {
    kind: "message",
    id: `${optimisticIdPrefix}${requestId}`,
    actId: null,
    at: new Date().toISOString(),
    author: { id: viewer.id, name: fullName(viewer), isStaff: staff },
    mine: true,
    state: kind === "note" ? "note" : staff ? "sending" : "public",
    releaseAt: null,
    releaseInMs: null,
    html: plainHtml(body),
    redacted: false,
    redactedBy: null,
    files: namedFiles(form),
  };
}

/** The server does not know its id yet. */
export function isOptimistic({ id }: { id: string }): boolean {
  return id.startsWith(optimisticIdPrefix);
}

export function withMessage(ticket: TicketDetails, message: TimelineMessage): TicketDetails {
  const { items } = ticket.timeline;
  if (items.some(({ id }) => id === message.id)) return ticket;
  return { ...ticket, timeline: { ...ticket.timeline, items: [...items, message] } };
}

export function withoutMessage(ticket: TicketDetails, id: string): TicketDetails {
  const items = ticket.timeline.items.filter((item) => item.id !== id);
  return { ...ticket, timeline: { ...ticket.timeline, items } };
}

/** The newest message the server knows, without replies that can still be undone. */
export function newestMessageId(ticket: TicketDetails): string | null {
  const messages = ticket.timeline.items.filter(
    (item) => item.kind === "message" && item.state !== "sending" && !isOptimistic(item),
  );
  return messages.at(-1)?.id ?? null;
}

/** Marks ids that the server does not know. */
export const optimisticIdPrefix = "optimistic:";

function plainHtml(body: string): string {
  const escaped = body.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return escaped
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll("\n", "<br>")}</p>`)
    .join("");
}
