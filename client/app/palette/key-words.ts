import type { Capability } from "../../../shared/access.ts";
import type { KeyId } from "../keyboard/keys.ts";

export type KeyGroup =
  | "Go to"
  | "Lists"
  | "Ticket"
  | "While writing"
  | "Users and companies"
  | "Everywhere";

/** The label and group of each shortcut. */
export const keyWords: Record<KeyId, { label: string; group: KeyGroup }> = {
  "list.next": { label: "Next row", group: "Lists" },
  "list.previous": { label: "Previous row", group: "Lists" },
  "list.open": { label: "Open row", group: "Lists" },
  "list.select": { label: "Select row", group: "Lists" },
  "list.selectTo": { label: "Select up to this row", group: "Lists" },
  "list.search": { label: "Search", group: "Everywhere" },
  "record.new": { label: "New user or company", group: "Users and companies" },
  "record.edit": { label: "Edit user or company", group: "Users and companies" },
  "record.leave": { label: "Back to the list", group: "Users and companies" },
  "record.close": { label: "Clear the selection or close", group: "Users and companies" },
  "ticket.new": { label: "New ticket", group: "Everywhere" },
  "ticket.reply": { label: "Reply", group: "Ticket" },
  "ticket.note": { label: "Write a note", group: "Ticket" },
  "ticket.assign": { label: "Assign to…", group: "Ticket" },
  "ticket.take": { label: "Assign to me", group: "Ticket" },
  "ticket.status": { label: "Set status", group: "Ticket" },
  "ticket.priority": { label: "Set priority", group: "Ticket" },
  "ticket.tags": { label: "Edit tags", group: "Ticket" },
  "ticket.resolve": { label: "Resolve ticket", group: "Ticket" },
  "ticket.resolveNext": { label: "Resolve and go to the next ticket", group: "Ticket" },
  "ticket.snooze": { label: "Snooze until…", group: "Ticket" },
  "ticket.leave": { label: "Back to the list", group: "Ticket" },
  "ticket.next": { label: "Next ticket", group: "Ticket" },
  "ticket.previous": { label: "Previous ticket", group: "Ticket" },
  "help.keys": { label: "Show keyboard shortcuts", group: "Everywhere" },
  "go.tickets": { label: "Tickets", group: "Go to" },
  "go.users": { label: "Users", group: "Go to" },
  "go.companies": { label: "Company", group: "Go to" },
  "go.dashboard": { label: "Dashboard", group: "Go to" },
};

/** The label at an address: `New user` in the list of users. */
export function labelAt(pathname: string, id: KeyId): string {
  const noun = pathname.startsWith("/user/") ? "user" : "company";
  return keyWords[id].label.replace("user or company", noun);
}

/** Shortcuts that only work with a permission. */
export const keyNeeds: Partial<Record<KeyId, Capability>> = {
  "list.select": "ticket.bulk",
  "list.selectTo": "ticket.bulk",
  "ticket.note": "ticket.note",
  "ticket.assign": "ticket.update",
  "ticket.take": "ticket.update",
  "ticket.status": "ticket.update",
  "ticket.priority": "ticket.update",
  "ticket.tags": "ticket.update",
  "ticket.resolve": "ticket.update",
  "ticket.resolveNext": "ticket.update",
  "ticket.snooze": "ticket.update",
  "ticket.next": "ticket.update",
  "ticket.previous": "ticket.update",
  "go.users": "area.users",
  "go.companies": "area.companies",
  "go.dashboard": "area.dashboard",
};
