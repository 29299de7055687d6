import { type MacroChanges, statusSet } from "../../../../shared/macros.ts";
import type { FirstStatus } from "../../../../shared/schemas/ticket-acts.ts";
import { printQuery } from "../../../../shared/search/print.ts";
import { followUpSubject } from "../../../../shared/tickets/follow-up.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import {
  type PersonRef,
  type TicketHead,
  type TicketPriority,
  type TicketRow,
  type TicketType,
  ticketPriorities,
  ticketTypes,
} from "../../../../shared/tickets/vocabulary.ts";

export interface Named {
  id: string;
  name: string;
}

/** The requester with the companies the ticket can belong to. */
export interface Requester extends PersonRef {
  companies: Named[];
}

/** The closed ticket that this one follows up. */
interface TicketBefore {
  id: string;
  number: number;
  subject: string;
}

/** The form without the first message. */
export interface NewTicketForm {
  subject: string;
  requester: Requester | null;
  /** Null: no company. Undefined: the server uses the requester's only company. */
  companyId: string | null | undefined;
  priority: TicketPriority;
  type: TicketType;
  assignee: PersonRef | null;
  team: Named | null;
  tags: string[];
  /** Never includes the requester. */
  followers: PersonRef[];
  /** Begins with notes of a call; otherwise with an email to the customer. */
  asNote: boolean;
  /** The status that a macro sets with the creation. */
  status: FirstStatus | null;
  followUpOf: TicketBefore | null;
}

const emptyForm: NewTicketForm = {
  subject: "",
  requester: null,
  companyId: undefined,
  priority: "normal",
  type: "question",
  assignee: null,
  team: null,
  tags: [],
  followers: [],
  asNote: false,
  status: null,
  followUpOf: null,
};

export const firstStatuses: readonly FirstStatus[] = ["open", "pending", "on-hold", "resolved"];

/** The form for a follow-up of a closed ticket. */
export function followUpForm(before: TicketHead & Pick<TicketDetails, "staff">) {
  const { id, number, subject, requester, company, staff } = before;
  const filled = filledFields({
    ...emptyForm,
    ...(staff && sortingFields(staff)),
    subject: followUpSubject(subject),
    requester: { ...requester, companies: company ? [company] : [] },
    companyId: company?.id ?? null,
    followUpOf: { id, number, subject },
  });
  // Not assigned to the author, unlike other new tickets.
  return { ...filled, assignee: null };
}

function sortingFields({ priority, type, team, tags }: StaffDetails): Partial<NewTicketForm> {
  return { priority, type, team, tags };
}

/** Sets the requester, who is then no longer a follower. */
export function forRequester(
  requester: Requester,
  { followers }: Pick<NewTicketForm, "followers">,
): Partial<NewTicketForm> {
  return {
    requester,
    companyId: requester.companies[0]?.id ?? null,
    followers: followers.filter(({ id }) => id !== requester.id),
  };
}

/** The fields as a macro sets them. `me` is the author. */
export function macroFields(
  changes: MacroChanges,
  { tags }: Pick<NewTicketForm, "tags">,
  me: PersonRef,
): Partial<NewTicketForm> {
  const { priority, assignee, team, addTags = [], removeTags = [] } = changes;
  const status = statusSet(changes);
  const all = [...new Set([...tags, ...addTags])];
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    ...(assignee && { assignee: assignee === "me" ? me : assignee }),
    ...(team && { team }),
    tags: all.filter((tag) => !removeTags.includes(tag)),
  };
}

/** The fields that differ from an empty form, whose assignee is `author`; null if none do. */
export function filledFields(
  form: NewTicketForm,
  author: PersonRef | null = null,
): Record<string, unknown> | null {
  const empty: NewTicketForm = { ...emptyForm, assignee: author };
  const changed = Object.entries(form).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(empty[key as keyof NewTicketForm]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Reads a stored form. Invalid fields, such as those of an older version, are left out. */
export function readForm(
  stored: Record<string, unknown> | null,
  author: PersonRef | null = null,
): NewTicketForm {
  const { subject, requester, companyId, priority, type, assignee, team, tags, ...rest } =
    stored ?? {};
  return {
    subject: typeof subject === "string" ? subject : "",
    requester: isRequester(requester) ? requester : null,
    companyId: typeof companyId === "string" || companyId === null ? companyId : undefined,
    priority: ticketPriorities.find((known) => known === priority) ?? emptyForm.priority,
    type: ticketTypes.find((known) => known === type) ?? emptyForm.type,
    assignee: assignee === undefined ? author : isNamed(assignee) ? assignee : null,
    team: isNamed(team) ? team : null,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    followers: Array.isArray(rest.followers) ? rest.followers.filter(isNamed) : [],
    asNote: rest.asNote === true,
    status: firstStatuses.find((known) => known === rest.status) ?? null,
    followUpOf: isBefore(rest.followUpOf) ? rest.followUpOf : null,
  };
}

function isNamed(value: unknown): value is Named {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "name" in value &&
    typeof value.name === "string"
  );
}

function isBefore(value: unknown): value is TicketBefore {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "number" in value &&
    typeof value.number === "number" &&
    "subject" in value &&
    typeof value.subject === "string"
  );
}

function isRequester(value: unknown): value is Requester {
  return (
    isNamed(value) &&
    "companies" in value &&
    Array.isArray(value.companies) &&
    value.companies.every(isNamed)
  );
}

/** Finds the person's open tickets by name, because not everyone may see their email. */
export function openTicketsQuery({ name }: PersonRef): string {
  return printQuery([
    { kind: "operator", not: false, operator: "requester", values: [{ kind: "name", name }] },
    { kind: "operator", not: false, operator: "is", values: [{ kind: "choice", choice: "open" }] },
  ]);
}

/** Drops tickets of other people with the same name. */
export function ticketsOfRequester<T extends Pick<TicketRow, "requester">>(
  tickets: readonly T[],
  { id }: PersonRef,
): T[] {
  return tickets.filter(({ requester }) => requester.id === id);
}
