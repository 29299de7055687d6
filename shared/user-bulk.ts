import type { Role } from "./access.ts";
import type { CompanyScope } from "./users.ts";

/** What is done to many users at once: to each of them alike. */
export type UserBulkAct =
  | { kind: "role"; role: Role; companyScope?: CompanyScope | undefined; companyIds?: string[] }
  | { kind: "add-company"; companyId: string; seesAllTickets?: boolean }
  | { kind: "remove-company"; companyId: string }
  /** Those who have not come in yet. Mails are not taken back. */
  | { kind: "invite" }
  | { kind: "state"; state: "disabled" | "active" };

/** `Disabling 1,204 users`. */
export function userBulkTitle(act: UserBulkAct, total: number): string {
  const users = usersInWords(total);
  if (act.kind === "role") return `Setting the role of ${users} to ${act.role}`;
  if (act.kind === "add-company") return `Adding ${users} to a company`;
  if (act.kind === "remove-company") return `Taking ${users} out of a company`;
  if (act.kind === "invite") return `Inviting ${users}`;
  return act.state === "disabled" ? `Disabling ${users}` : `Enabling ${users}`;
}

/** `1,204 users disabled`. */
export function userBulkDone(act: UserBulkAct, total: number): string {
  const users = usersInWords(total);
  if (act.kind === "role") return `Role of ${users} set to ${act.role}`;
  if (act.kind === "add-company") return `${users} added to the company`;
  if (act.kind === "remove-company") return `${users} taken out of the company`;
  if (act.kind === "invite") return `${users} invited`;
  return `${users} ${act.state === "disabled" ? "disabled" : "enabled"}`;
}

/** `3 users` */
export function usersInWords(count: number): string {
  return count === 1 ? "1 user" : `${count.toLocaleString("en")} users`;
}

/** Of whoever is enabled before they ever came in: it ended as they were disabled. */
export const endedInvitation = "Their invitation had ended, so it has to be sent again.";
