import type { Role } from "./access.ts";
import type { CompanyScope } from "./users.ts";

/** A bulk action on users. */
export type UserBulkAct =
  | { kind: "role"; role: Role; companyScope?: CompanyScope | undefined; companyIds?: string[] }
  | { kind: "add-company"; companyId: string; seesAllTickets?: boolean }
  | { kind: "remove-company"; companyId: string }
  /** For invited users. Emails cannot be undone. */
  | { kind: "invite" }
  | { kind: "state"; state: "disabled" | "active" };

/** `Disabling 1,204 users`. */
export function userBulkTitle(act: UserBulkAct, total: number): string {
  const users = formatUserCount(total);
  if (act.kind === "role") return `Setting the role of ${users} to ${act.role}`;
  if (act.kind === "add-company") return `Adding ${users} to a company`;
  if (act.kind === "remove-company") return `Removing ${users} from a company`;
  if (act.kind === "invite") return `Inviting ${users}`;
  return act.state === "disabled" ? `Disabling ${users}` : `Enabling ${users}`;
}

/** `1,204 users disabled`. */
export function userBulkDone(act: UserBulkAct, total: number): string {
  const users = formatUserCount(total);
  if (act.kind === "role") return `Role of ${users} set to ${act.role}`;
  if (act.kind === "add-company") return `${users} added to the company`;
  if (act.kind === "remove-company") return `${users} removed from the company`;
  if (act.kind === "invite") return `${users} invited`;
  return `${users} ${act.state === "disabled" ? "disabled" : "enabled"}`;
}

/** `3 users` */
export function formatUserCount(count: number): string {
  return count === 1 ? "1 user" : `${count.toLocaleString("en")} users`;
}

/** Shown when a user without a password is enabled: disabling ended the invitation. */
export const invitationEnded = "Their invitation has ended. Send it again.";
