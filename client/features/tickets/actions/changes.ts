import { waitingIn } from "../../../../shared/tickets/draft.ts";
import type { TicketDetails, TicketPatch } from "../../../../shared/tickets/page.ts";
import { movesByHand } from "../../../../shared/tickets/status-moves.ts";
import {
  type PersonRef,
  priorityNames,
  statusNames,
  type TicketPriority,
  type TicketStatus,
  type TicketType,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";

/** One change to a ticket: the patch to send, its optimistic result and its notice. */
export interface Change {
  patch: TicketPatch;
  show: (ticket: TicketDetails) => TicketDetails;
  /** `Resolved #1284` */
  done: (number: number) => string;
}

interface Named {
  id: string;
  name: string;
}

export function setStatus(status: TicketStatus, me: PersonRef): Change {
  const at = new Date().toISOString();
  return {
    patch: { status },
    show: (ticket) => ({
      ...showStatus(ticket, status, at),
      // Resolving an unassigned ticket assigns it to the agent who resolves it.
      assignee: ticket.assignee ?? (status === "resolved" ? me : null),
      may: { ...ticket.may, moveTo: movesByHand(status) },
    }),
    done: (number) =>
      status === "resolved"
        ? `Resolved #${number}`
        : status === "closed"
          ? `Closed #${number}`
          : `Set #${number} to ${statusNames[status]}`,
  };
}

export function setSubject(subject: string): Change {
  return {
    patch: { subject },
    show: (ticket) => ({ ...ticket, subject }),
    done: (number) => `Changed the subject of #${number}`,
  };
}

export function setPriority(priority: TicketPriority): Change {
  return {
    patch: { priority },
    show: inStaff(() => ({ priority })),
    done: (number) => `Set #${number} to ${priorityNames[priority]} priority`,
  };
}

export function setType(type: TicketType): Change {
  return {
    patch: { type },
    show: inStaff(() => ({ type })),
    done: (number) => `Set the type of #${number} to ${typeNames[type]}`,
  };
}

export function assign(to: PersonRef | null, me: PersonRef): Change {
  return {
    patch: { assigneeId: to?.id ?? null },
    show: (ticket) => ({
      ...ticket,
      assignee: to,
      status: to && ticket.status === "new" ? "open" : ticket.status,
    }),
    done: (number) =>
      to === null
        ? `Unassigned #${number}`
        : to.id === me.id
          ? `Assigned #${number} to you`
          : `Assigned #${number} to ${to.name}`,
  };
}

export function setTeam(team: Named | null): Change {
  return {
    patch: { teamId: team?.id ?? null },
    show: inStaff(() => ({ team })),
    done: (number) =>
      team ? `Moved #${number} to team ${team.name}` : `Cleared the team of #${number}`,
  };
}

export function setRequester(person: PersonRef): Change {
  return {
    patch: { requesterId: person.id },
    show: (ticket) => ({ ...withoutContact(ticket), requester: person }),
    done: (number) => `Set the requester of #${number} to ${person.name}`,
  };
}

/** Hides the contact details of the previous requester. */
const withoutContact = inStaff(() => ({
  ...{ requesterFirstName: "", requesterEmail: null },
  ...{ requesterPhone: null, requesterTimeZone: null },
}));

export function setCompany(company: Named | null): Change {
  return {
    patch: { companyId: company?.id ?? null },
    show: (ticket) => ({ ...withoutNotes(ticket), company }),
    done: (number) =>
      company ? `Moved #${number} to ${company.name}` : `Cleared the company of #${number}`,
  };
}

/** Hides the notes on the previous company. */
const withoutNotes = inStaff(() => ({ companyNotes: "" }));

export function addTag(tag: string): Change {
  return {
    patch: { addTags: [tag] },
    show: inStaff(({ tags }) => ({ tags: tags.includes(tag) ? tags : [...tags, tag] })),
    done: (number) => `Tagged #${number} with ${tag}`,
  };
}

export function removeTag(tag: string): Change {
  return {
    patch: { removeTags: [tag] },
    show: inStaff(({ tags }) => ({ tags: tags.filter((other) => other !== tag) })),
    done: (number) => `Removed tag ${tag} from #${number}`,
  };
}

export function addFollower(person: PersonRef): Change {
  return {
    patch: { addFollowers: [person.id] },
    show: (ticket) => ({
      ...ticket,
      followers: [...ticket.followers.filter(({ id }) => id !== person.id), person],
    }),
    done: (number) => `${person.name} now follows #${number}`,
  };
}

export function removeFollower(person: PersonRef): Change {
  return {
    patch: { removeFollowers: [person.id] },
    show: (ticket) => ({
      ...ticket,
      followers: ticket.followers.filter(({ id }) => id !== person.id),
    }),
    done: (number) => `${person.name} no longer follows #${number}`,
  };
}

export function followMyself(me: PersonRef): Change {
  return { ...addFollower(me), done: (number) => `You now follow #${number}` };
}

export function unfollowMyself(me: PersonRef): Change {
  return { ...removeFollower(me), done: (number) => `You no longer follow #${number}` };
}

export function snooze(until: string | null): Change {
  return {
    patch: { snoozedUntil: until },
    show: inStaff(() => ({ snoozedUntil: until })),
    done: (number) => (until ? `Snoozed #${number}` : `Ended the snooze of #${number}`),
  };
}

type Staff = NonNullable<TicketDetails["staff"]>;

function inStaff(next: (staff: Staff) => Partial<Staff>): Change["show"] {
  return (ticket) =>
    ticket.staff ? { ...ticket, staff: { ...ticket.staff, ...next(ticket.staff) } } : ticket;
}

/** The ticket with a new status and the waiting time that comes with it. */
export function showStatus(ticket: TicketDetails, status: TicketStatus, at: string): TicketDetails {
  const { staff } = ticket;
  if (status === ticket.status) return ticket;
  if (!staff) return { ...ticket, status };
  return { ...ticket, status, staff: { ...staff, ...waitingIn(status, staff, at) } };
}

export function showSolved(ticket: TicketDetails): TicketDetails {
  return { ...ticket, status: "resolved", may: { ...ticket.may, solve: false, reopen: true } };
}

/** Only the requester can mark the ticket as solved; others can reopen it. */
export function showReopened(ticket: TicketDetails, viewerId: string): TicketDetails {
  const solve = ticket.requester.id === viewerId;
  return { ...ticket, status: "open", may: { ...ticket.may, solve, reopen: false, rate: false } };
}
