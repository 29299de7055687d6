import type { Role } from "./access.ts";

/** The events a person can be notified of. */
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
 * The choices before a person changes them. Customers have no bell and get mail about tickets they follow.
 * Unassigned tickets without a team notify only those who opt in, or everyone would be notified.
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

/** The kinds a role can choose from. Mail about replies to their own ticket is always sent. */
export function choosableKinds(role: Role): readonly NotificationKind[] {
  return role === "Customer" ? ["followed"] : notificationKinds;
}
