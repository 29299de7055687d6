import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { fullName, type ViewerProfile } from "../../../../shared/users.ts";
import { namedFiles } from "../../../data/drafts/text.ts";
import type { DraftText } from "../../../data/drafts/unsaved-texts.ts";

/** What is being sent, as the timeline shows it until the server has answered. */
export function messageOnItsWay(
  viewer: ViewerProfile,
  kind: "reply" | "note",
  requestId: string,
  { body, form }: DraftText,
): TimelineMessage {
  const staff = isStaff(viewer);
  return {
    kind: "message",
    id: `${onItsWay}${requestId}`,
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

/** Its id is not the server's: nothing can be asked about it yet. */
export function isOnItsWay({ id }: { id: string }): boolean {
  return id.startsWith(onItsWay);
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

/** The newest message that the server knows; what is still Sending may yet be taken back. */
export function newestMessageId(ticket: TicketDetails): string | null {
  const messages = ticket.timeline.items.filter(
    (item) => item.kind === "message" && item.state !== "sending" && !isOnItsWay(item),
  );
  return messages.at(-1)?.id ?? null;
}

const onItsWay = "on-its-way:";

function plainHtml(body: string): string {
  const escaped = body.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return escaped
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll("\n", "<br>")}</p>`)
    .join("");
}
