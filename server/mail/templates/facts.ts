import type { Role } from "../../../shared/access.ts";

/** What any mail can say. */
export interface MailFacts {
  deskName: string;
  firstName: string;
  /** Who asked for this mail, if not its reader. */
  askedBy: string | null;
  /** When the action happened that this mail is about. */
  happenedAt: Date;
  timeZone: string | null;
  /** Of a change of address that waits to be confirmed. */
  newAddress?: string;
  /** The person's new role. */
  role?: Role;
  /** The name of the webhook that was paused. */
  webhook?: string;
  /** The mailbox that cannot be read. */
  mailbox?: { id: string; name: string; error: string | null };
  /** First lines of an agent's mail that look like commands and are none. */
  commands?: { unknown: readonly string[]; ticketNumber: number };
  /** The API token that expires. */
  token?: { name: string; isApp: boolean; expiresAt: Date };
  origin: string;
  /** Whether replies become part of the ticket, or are at least read. */
  answers: "joined" | "read" | "unread";
}

export function exactTime(time: Date, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    }).format(time);
  // A security notice is sent even if this machine does not know the zone.
  try {
    if (timeZone) return `${format(timeZone)} (${timeZone.replaceAll("_", " ")})`;
  } catch {}
  return `${format("UTC")} (UTC)`;
}
