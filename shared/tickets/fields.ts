import type { SeenValues } from "../conflicts.ts";
import type { TicketConflict, TicketDetails, TicketPatch } from "./page.ts";
import type { ChangeKind, TicketChange, TicketState } from "./state.ts";
import {
  priorityNames,
  type StaffValues,
  statusNames,
  type TicketRow,
  typeNames,
} from "./vocabulary.ts";

/** What one field of a ticket is. People who can update a ticket can change all of them. */
interface TicketField {
  /** In menus, columns and dialogs. */
  label: string;
  /** In a sentence: `undid the change of assignee`. */
  word: string;
  /** The kind of timeline event that a change makes. */
  change: ChangeKind;
  /** Customers see its changes. */
  isPublic?: true;
  /** It can also be changed on a closed ticket. */
  onClosed?: true;
  /** It can be changed on several tickets at a time. */
  bulk?: true;
  /** A macro can change it along with a message. */
  macro?: true;
  /** The value of a patch becomes the new value. The others have rules of their own, in update.ts. */
  simple?: true;
  /** What Undo restores, all or none. Subjects, tags and followers are restored from the event. */
  restores: readonly (keyof TicketState)[];
  /** The words of its values, if there are only a few. */
  names?: Readonly<Record<string, string>>;
  /** What its value is the id of. */
  refersTo?: "user" | "company" | "team";
  isTime?: true;
  /** Shown if it has no value. */
  empty?: string;
  /** The operator that searches by it. */
  operator?: string;
  /** Its text in a CSV file. */
  text?: (row: TicketRow) => string | readonly string[];
}

/** A field with one value. Conflicts are found by the value that the person saw. */
interface SingleField extends TicketField {
  shown: (ticket: TicketDetails) => string | null | undefined;
}

/** Tags and followers are added and removed one by one: those changes never conflict. */
interface ListField extends TicketField {
  adds: ListChange;
  removes: ListChange;
}

type ListChange = "addTags" | "removeTags" | "addFollowers" | "removeFollowers";

/** A field with one value, which a change replaces. */
export type ValueField = Exclude<keyof TicketPatch, ListChange>;

/** API, timeline and export read these entries; Fields.tsx shows a row for each. */
const staffFields = {
  priority: {
    label: "Priority",
    word: "priority",
    change: "priority",
    bulk: true,
    macro: true,
    simple: true,
    restores: ["priority"],
    names: priorityNames,
    operator: "priority",
    shown: ({ staff }) => staff?.priority,
    text: ({ priority }) => (priority ? priorityNames[priority] : ""),
  },
  type: {
    label: "Type",
    word: "type",
    change: "type",
    onClosed: true,
    bulk: true,
    simple: true,
    restores: ["type"],
    names: typeNames,
    operator: "type",
    shown: ({ staff }) => staff?.type,
    text: ({ type }) => (type ? typeNames[type] : ""),
  },
} as const satisfies {
  [Field in keyof StaffValues]: SingleField &
    Required<Pick<SingleField, "text">> & { change: Field; simple: true };
};

/** The one description of a ticket's fields. Timeline events and conflicts follow this order. */
export const ticketFields = {
  subject: {
    label: "Subject",
    word: "subject",
    change: "subject",
    isPublic: true,
    simple: true,
    restores: [],
    shown: ({ subject }) => subject,
    text: ({ subject }) => subject,
  },
  status: {
    label: "Status",
    word: "status",
    change: "status",
    isPublic: true,
    bulk: true,
    macro: true,
    restores: [
      "status",
      "firstResolvedAt",
      "lastResolvedAt",
      "reopenCount",
      "closedAt",
      "waitingFor",
      "waitingSince",
    ],
    names: statusNames,
    operator: "status",
    shown: ({ status }) => status,
    text: ({ status }) => statusNames[status],
  },
  ...staffFields,
  assigneeId: {
    label: "Assignee",
    word: "assignee",
    change: "assigned",
    isPublic: true,
    bulk: true,
    macro: true,
    restores: ["assigneeId", "unassignedSince"],
    refersTo: "user",
    empty: "Unassigned",
    operator: "assignee",
    shown: ({ assignee }) => idOf(assignee),
    text: ({ assignee }) => assignee?.name ?? "",
  },
  teamId: {
    label: "Team",
    word: "team",
    change: "team",
    onClosed: true,
    bulk: true,
    macro: true,
    simple: true,
    restores: ["teamId"],
    refersTo: "team",
    empty: "No team",
    operator: "team",
    shown: ({ staff }) => staff && idOf(staff.team),
    text: ({ team }) => team?.name ?? "",
  },
  companyId: {
    label: "Company",
    word: "company",
    change: "company",
    isPublic: true,
    simple: true,
    restores: ["companyId"],
    refersTo: "company",
    empty: "No company",
    operator: "company",
    shown: ({ company }) => idOf(company),
    text: ({ company }) => company?.name ?? "",
  },
  requesterId: {
    label: "Requester",
    word: "requester",
    change: "requester",
    isPublic: true,
    restores: ["requesterId"],
    refersTo: "user",
    operator: "requester",
    shown: ({ requester }) => requester.id,
    text: ({ requester }) => requester.name,
  },
  snoozedUntil: {
    label: "Snoozed until",
    word: "snooze",
    change: "snoozed",
    bulk: true,
    restores: ["snoozedUntil"],
    isTime: true,
    empty: "Not snoozed",
    shown: ({ staff }) => staff?.snoozedUntil,
    text: ({ snoozedUntil }) => snoozedUntil ?? "",
  },
  tags: {
    label: "Tags",
    word: "tags",
    change: "tags",
    onClosed: true,
    bulk: true,
    macro: true,
    restores: [],
    operator: "tag",
    adds: "addTags",
    removes: "removeTags",
    text: ({ tags }) => tags ?? [],
  },
  followers: {
    label: "Followers",
    word: "followers",
    change: "followers",
    restores: [],
    adds: "addFollowers",
    removes: "removeFollowers",
  },
} as const satisfies Record<ValueField, SingleField> & Record<"tags" | "followers", ListField>;

function idOf(named: { id: string } | null): string | null {
  return named?.id ?? null;
}

type Fields = typeof ticketFields;

/** The values of a new ticket. Subject, requester and company are always given. */
export const initialValues: Omit<
  Pick<TicketState, keyof Fields>,
  "subject" | "requesterId" | "companyId"
> = {
  status: "new",
  priority: "normal",
  type: "question",
  assigneeId: null,
  teamId: null,
  snoozedUntil: null,
  tags: [],
  followers: [],
};

/** What a patch calls the changes of the fields that have this property. */
type PatchOf<Property> = {
  [Key in keyof Fields]: Fields[Key] extends Property
    ? Fields[Key] extends ListField
      ? Fields[Key]["adds"] | Fields[Key]["removes"]
      : Extract<Key, ValueField>
    : never;
}[keyof Fields];

/** What can be changed on several tickets at a time. */
export type BulkPatch = Pick<TicketPatch, PatchOf<{ bulk: true }>>;

/** What a macro changes along with a message, besides the status. */
export type SentChanges = Omit<MacroPatch, "status">;
type MacroPatch = Pick<TicketPatch, PatchOf<{ macro: true }>>;

/** The fields whose value in a patch becomes the new value. */
type SimpleField = Extract<PatchOf<{ simple: true }>, ValueField>;

const described: Record<keyof Fields, TicketField> = ticketFields;
const single: Record<ValueField, SingleField> = ticketFields;

const fieldKeys = Object.keys(ticketFields).filter(
  (name): name is keyof Fields => name in ticketFields,
);
export const staffFieldKeys = fieldKeys.filter(isStaffField);
export const valueFields = fieldKeys.filter(
  (key): key is ValueField => "shown" in ticketFields[key],
);
export const simpleFields = valueFields.filter((key): key is SimpleField => {
  return single[key].simple ?? false;
});

export function fieldOf(key: keyof Fields): TicketField {
  return described[key];
}

/** The field that a change is about; undefined for what is no change of a field, such as a merge. */
export function fieldChangedBy(kind: ChangeKind): TicketField | undefined {
  const key = fieldKeys.find((key) => described[key].change === kind);
  return key && described[key];
}

/** The field that this part of a patch changes. */
function fieldInPatch(name: string): TicketField | undefined {
  const key = fieldKeys.find((key) => {
    const { adds, removes }: Partial<ListField> = ticketFields[key];
    return [key, adds, removes].some((each) => each === name);
  });
  return key && described[key];
}

/** Whether all that a patch changes can also be changed on a closed ticket. */
export function canChangeClosed(patch: TicketPatch): boolean {
  return Object.keys(patch).every((name) => fieldInPatch(name)?.onClosed);
}

export function isInBulk(name: keyof TicketPatch): name is keyof BulkPatch {
  return fieldInPatch(name)?.bulk === true;
}

export function isInMacros(name: keyof TicketPatch): name is keyof MacroPatch {
  return fieldInPatch(name)?.macro === true;
}

export function isValueField(name: keyof TicketPatch): name is ValueField {
  return valueFields.some((field) => field === name);
}

export function isStaffField(name: string): name is keyof StaffValues {
  return Object.hasOwn(staffFields, name);
}

/** A value for each field for staff. */
export function forStaffFields<Values extends { [Field in keyof StaffValues]?: unknown }>(
  valueFor: (field: keyof StaffValues) => Values[keyof StaffValues],
): Values {
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(staffFieldKeys.map((field) => [field, valueFor(field)])) as Values;
}

export function staffValuesOf<Given extends Partial<StaffValues>>(given: Given) {
  return forStaffFields<Pick<Given, keyof StaffValues>>((field) => given[field]);
}

/** What people call what changed. */
export function wordOfChange(kind: ChangeKind): string {
  return fieldChangedBy(kind)?.word ?? kind;
}

/** Whether a customer sees such a change. */
export function isPublicChange(kind: ChangeKind): boolean {
  return kind === "created" || kind === "rated" || fieldChangedBy(kind)?.isPublic === true;
}

export function audienceOf(change: TicketChange): "staff" | "everyone" {
  const kinds = change.kind === "undone" ? change.kinds : [change.kind];
  return kinds.some(isPublicChange) ? "everyone" : "staff";
}

/** The values a person saw in the fields they change. */
export type SeenTicket = SeenValues<Pick<TicketPatch, ValueField>>;

/** What the screen shows in these fields. */
export function seenIn(ticket: TicketDetails, fields: readonly string[]): SeenTicket {
  const named = valueFields.filter((field) => fields.includes(field));
  return Object.fromEntries(named.map((field) => [field, single[field].shown(ticket)]));
}

/** The values that a refused change would have overwritten. */
export function currentIn(conflicts: readonly TicketConflict[]): SeenTicket {
  return Object.fromEntries(conflicts.map(({ field, current }) => [field, current]));
}

/** The same moment can be written in several ways. */
export function isSameValue(one: unknown, other: unknown, field: ValueField): boolean {
  if (one === other || !single[field].isTime) return one === other;
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
  const { names, refersTo, empty = "" } = single[field];
  if (value === null) return empty;
  return refersTo ? nameOf(value) : (names?.[value] ?? value);
}
