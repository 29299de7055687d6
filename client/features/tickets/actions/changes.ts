import {
  type BulkPatch,
  canChangeClosed,
  fieldOf,
  valueInWords,
} from "../../../../shared/tickets/fields.ts";
import type { StaffDetails, TicketDetails, TicketPatch } from "../../../../shared/tickets/page.ts";
import { canMove, movesByHand } from "../../../../shared/tickets/transitions.ts";
import { waitingIn } from "../../../../shared/tickets/turns.ts";
import {
  type PersonRef,
  priorityNames,
  type StaffRow,
  type StaffValues,
  statusNames,
  type TicketHead,
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";

type Head = Pick<TicketHead, "subject" | "status" | "requester" | "company" | "assignee">;

/** The fields that pages and lists show changed before the server answers. */
export type ShownFields = Head & Partial<StaffRow> & { followers?: PersonRef[] };

/** One change of a ticket: the patch to send, its optimistic result and its notice. */
export interface Change<Patch extends TicketPatch = TicketPatch> {
  patch: Patch;
  show: (fields: ShownFields) => Partial<ShownFields>;
  /** The notice, for `#1284` or `3 tickets`. */
  done: (what: string) => string;
}

/** A change that can be made to several tickets at a time. */
export type BulkableChange = Change<BulkPatch>;

interface Named {
  id: string;
  name: string;
}

export function setStatus(status: TicketStatus, me: PersonRef): BulkableChange {
  const at = new Date().toISOString();
  return {
    patch: { status },
    show: (fields) =>
      canMove(fields.status, status, "hand")
        ? {
            ...statusFields(fields, status, at),
            // Resolving an unassigned ticket assigns it to the agent who resolves it.
            assignee: fields.assignee ?? (status === "resolved" ? me : null),
          }
        : {},
    done: (what) =>
      status === "resolved"
        ? `Resolved ${what}`
        : status === "closed"
          ? `Closed ${what}`
          : `Set ${what} to ${statusNames[status]}`,
  };
}

export function setSubject(subject: string): Change {
  return {
    patch: { subject },
    show: () => ({ subject }),
    done: (what) => `Changed the subject of ${what}`,
  };
}

/** Sets a field whose value is shown as it is stored. */
export function setValue<Field extends keyof StaffValues>(
  field: Field,
  value: StaffValues[Field],
): Change<Partial<Pick<StaffValues, Field>>> {
  const set = { [field]: value } as Partial<Pick<StaffValues, Field>>;
  const { word } = fieldOf(field);
  return {
    patch: set,
    show: () => set,
    done: (what) => `Set the ${word} of ${what} to ${valueInWords(field, value, String)}`,
  };
}

export function setPriority(priority: TicketPriority): BulkableChange {
  return {
    ...setValue("priority", priority),
    done: (what) => `Set ${what} to ${priorityNames[priority]} priority`,
  };
}

export function assign(to: PersonRef | null, me: PersonRef): BulkableChange {
  return {
    patch: { assigneeId: to?.id ?? null },
    show: ({ status }) => ({ assignee: to, status: to && status === "new" ? "open" : status }),
    done: (what) =>
      to === null
        ? `Unassigned ${what}`
        : to.id === me.id
          ? `Assigned ${what} to you`
          : `Assigned ${what} to ${to.name}`,
  };
}

export function setTeam(team: Named | null): BulkableChange {
  return {
    patch: { teamId: team?.id ?? null },
    show: () => ({ team }),
    done: (what) => (team ? `Moved ${what} to team ${team.name}` : `Cleared the team of ${what}`),
  };
}

export function setRequester(requester: PersonRef): Change {
  return {
    patch: { requesterId: requester.id },
    show: () => ({ requester }),
    done: (what) => `Set the requester of ${what} to ${requester.name}`,
  };
}

export function setCompany(company: Named | null): Change {
  return {
    patch: { companyId: company?.id ?? null },
    show: () => ({ company }),
    done: (what) =>
      company ? `Moved ${what} to ${company.name}` : `Cleared the company of ${what}`,
  };
}

export function addTag(tag: string): BulkableChange {
  return {
    patch: { addTags: [tag] },
    show: ({ tags = [] }) => ({ tags: [...new Set([...tags, tag])] }),
    done: (what) => `Tagged ${what} with ${tag}`,
  };
}

export function removeTag(tag: string): BulkableChange {
  return {
    patch: { removeTags: [tag] },
    show: ({ tags = [] }) => ({ tags: tags.filter((other) => other !== tag) }),
    done: (what) => `Removed tag ${tag} from ${what}`,
  };
}

export function addFollower(person: PersonRef): Change {
  return {
    patch: { addFollowers: [person.id] },
    show: ({ followers = [] }) => ({ followers: [...without(followers, person), person] }),
    done: (what) => `${person.name} now follows ${what}`,
  };
}

export function removeFollower(person: PersonRef): Change {
  return {
    patch: { removeFollowers: [person.id] },
    show: ({ followers = [] }) => ({ followers: without(followers, person) }),
    done: (what) => `${person.name} no longer follows ${what}`,
  };
}

function without(people: readonly PersonRef[], person: PersonRef): PersonRef[] {
  return people.filter(({ id }) => id !== person.id);
}

export function followMyself(me: PersonRef): Change {
  return { ...addFollower(me), done: (what) => `You now follow ${what}` };
}

export function unfollowMyself(me: PersonRef): Change {
  return { ...removeFollower(me), done: (what) => `You no longer follow ${what}` };
}

export function snooze(until: string | null): BulkableChange {
  return {
    patch: { snoozedUntil: until },
    show: () => ({ snoozedUntil: until }),
    done: (what) => (until ? `Snoozed ${what}` : `Ended the snooze of ${what}`),
  };
}

/** A status and the waiting time that comes with it. */
export function statusFields(
  { status: before, waitingFor = null, waitingSince = null }: ShownFields,
  status: TicketStatus,
  at: string,
): Partial<ShownFields> {
  if (status === before) return {};
  return { status, ...waitingIn(status, { waitingFor, waitingSince }, at) };
}

export function shownFields(ticket: TicketDetails): ShownFields {
  return { ...ticket, ...ticket.staff };
}

/** The ticket's page with a change. */
export function showChange(ticket: TicketDetails, change: Pick<Change, "show">): TicketDetails {
  return withFields(ticket, change.show(shownFields(ticket)));
}

/** A row of a list with a change, if the ticket can be changed at all. */
export function showInRow(row: TicketRow, { patch, show }: Change): TicketRow {
  if (row.status === "closed" && !canChangeClosed(patch)) return row;
  return { ...row, ...show(row) };
}

/** The ticket with these values, and without the details of a requester or company it had before. */
export function withFields(ticket: TicketDetails, set: Partial<ShownFields>): TicketDetails {
  const { subject, status, requester, company, assignee, followers, ...own } = set;
  const head = { subject, status, requester, company, assignee, followers };
  const shown = { ...ticket, ...defined(head) };
  const { staff, may } = ticket;
  if (!staff) return shown;
  return {
    ...shown,
    may: shown.status === ticket.status ? may : { ...may, moveTo: movesByHand(shown.status) },
    staff: {
      ...staff,
      ...own,
      ...(requester && noContact),
      ...(company !== undefined && { companyNotes: "" }),
    },
  };
}

const noContact = {
  requesterFirstName: "",
  requesterEmail: null,
  requesterPhone: null,
  requesterTimeZone: null,
} satisfies Partial<StaffDetails>;

function defined<Values extends object>(values: Values): Partial<Values> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<Values>;
}

/** The ticket with a new status and the waiting time that comes with it. */
export function showStatus(ticket: TicketDetails, status: TicketStatus, at: string): TicketDetails {
  return withFields(ticket, statusFields(shownFields(ticket), status, at));
}

export function showSolved(ticket: TicketDetails): TicketDetails {
  return { ...ticket, status: "resolved", may: { ...ticket.may, solve: false, reopen: true } };
}

/** Only the requester can mark the ticket as solved; others can reopen it. */
export function showReopened(ticket: TicketDetails, viewerId: string): TicketDetails {
  const solve = ticket.requester.id === viewerId;
  return { ...ticket, status: "open", may: { ...ticket.may, solve, reopen: false, rate: false } };
}
