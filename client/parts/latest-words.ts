import type { TicketRow } from "../../shared/tickets.ts";

/** The last words of a ticket, and who says them where it is not simply the requester. */
export function latestWords({
  latest,
  requester,
}: Pick<TicketRow, "latest" | "requester">): { by: string | null; text: string } | null {
  if (!latest) return null;
  return { by: speaker(latest, requester.name), text: latest.text };
}

function speaker(latest: NonNullable<TicketRow["latest"]>, requester: string): string | null {
  if (latest.note) return "Note";
  if (latest.mine) return "You";
  return latest.author === requester ? null : firstName(latest.author);
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
