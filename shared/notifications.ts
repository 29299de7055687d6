import type { Role } from "./access.ts";

/** What somebody may want to hear of. */
export const notificationKinds = [
  "assigned",
  "mentioned",
  "customer-wrote",
  "unassigned",
  "followed",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export interface NotificationChoice {
  bell: boolean;
  mail: boolean;
}

export type NotificationChoices = Record<NotificationKind, NotificationChoice>;

/**
 * What a person has before they choose. Customers have no bell, and are mailed what they follow. Of
 * a ticket that nobody has, and no team, hears who asks for it: else each would ring at everybody's.
 */
export function defaultChoices(role: Role): NotificationChoices {
  const forStaff = role !== "Customer";
  return {
    assigned: { bell: forStaff, mail: forStaff },
    mentioned: { bell: forStaff, mail: forStaff },
    "customer-wrote": { bell: forStaff, mail: forStaff },
    unassigned: { bell: false, mail: false },
    followed: { bell: forStaff, mail: !forStaff },
  };
}

/** What there is to choose. The mail of a reply to one's own ticket is not among it. */
export function choosableKinds(role: Role): readonly NotificationKind[] {
  return role === "Customer" ? ["followed"] : notificationKinds;
}
