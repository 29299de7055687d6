import type { SeenValues } from "../conflicts.ts";
import type { TicketConflict, TicketDetails, TicketPatch } from "./page.ts";
import type { ChangeKind } from "./state.ts";
import { priorityNames, statusNames, typeNames } from "./vocabulary.ts";

/** Tags and followers are added and removed one by one: those changes never conflict. */
type ListChange = "addTags" | "removeTags" | "addFollowers" | "removeFollowers";

/** A field with one value, which a change replaces. */
export type ValueField = Exclude<keyof TicketPatch, ListChange>;

interface TicketField {
  /** In menus, columns and dialogs. */
  label: string;
  /** The timeline entry of a change. */
  change: ChangeKind;
  /** The words of its values, if there are only a few. */
  names?: Readonly<Record<string, string>>;
  /** What its value is the id of. */
  refersTo?: "user" | "company" | "team";
  isTime?: true;
  /** Shown if it has no value. */
  empty?: string;
  /** The value on the screen. */
  shown: (ticket: TicketDetails) => string | null | undefined;
}

/** The one description of a ticket's fields. */
export const ticketFields = {
  subject: { label: "Subject", change: "subject", shown: ({ subject }) => subject },
  status: {
    label: "Status",
    change: "status",
    names: statusNames,
    shown: ({ status }) => status,
  },
  priority: {
    label: "Priority",
    change: "priority",
    names: priorityNames,
    shown: ({ staff }) => staff?.priority,
  },
  type: { label: "Type", change: "type", names: typeNames, shown: ({ staff }) => staff?.type },
  assigneeId: {
    label: "Assignee",
    change: "assigned",
    refersTo: "user",
    empty: "Unassigned",
    shown: ({ assignee }) => idOf(assignee),
  },
  teamId: {
    label: "Team",
    change: "team",
    refersTo: "team",
    empty: "No team",
    shown: ({ staff }) => staff && idOf(staff.team),
  },
  companyId: {
    label: "Company",
    change: "company",
    refersTo: "company",
    empty: "No company",
    shown: ({ company }) => idOf(company),
  },
  requesterId: {
    label: "Requester",
    change: "requester",
    refersTo: "user",
    shown: ({ requester }) => requester.id,
  },
  snoozedUntil: {
    label: "Snoozed until",
    change: "snoozed",
    isTime: true,
    empty: "Not snoozed",
    shown: ({ staff }) => staff?.snoozedUntil,
  },
} as const satisfies Record<ValueField, TicketField>;

function idOf(named: { id: string } | null): string | null {
  return named?.id ?? null;
}

const described: Record<ValueField, TicketField> = ticketFields;

export const valueFields = Object.keys(ticketFields) as ValueField[];

export function fieldOf(field: ValueField): TicketField {
  return described[field];
}

/** The values a person saw in the fields they change. */
export type SeenTicket = SeenValues<Pick<TicketPatch, ValueField>>;

/** What the screen shows in these fields. */
export function seenIn(ticket: TicketDetails, fields: readonly string[]): SeenTicket {
  const named = valueFields.filter((field) => fields.includes(field));
  return Object.fromEntries(named.map((field) => [field, described[field].shown(ticket)]));
}

/** The values that a refused change would have overwritten. */
export function currentIn(conflicts: readonly TicketConflict[]): SeenTicket {
  return Object.fromEntries(conflicts.map(({ field, current }) => [field, current]));
}

/** The same moment can be written in several ways. */
export function isSameValue(one: unknown, other: unknown, field: ValueField): boolean {
  if (one === other || !described[field].isTime) return one === other;
  return (
    typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other)
  );
}

/** A value as people read it; `nameOf` knows people, companies and teams. */
export function valueInWords(
  field: ValueField,
  value: string | null,
  nameOf: (id: string) => string,
): string {
  const { names, refersTo, empty = "" } = described[field];
  if (value === null) return empty;
  return refersTo ? nameOf(value) : (names?.[value] ?? value);
}
