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

/** One change of a ticket: what the server is asked, what is shown at once, and how it is told. */
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
      // Who resolves what nobody has takes it.
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
    done: (number) => `#${number} is ${type === "incident" ? "an" : "a"} ${typeNames[type]}`,
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
        ? `Nobody has #${number} now`
        : to.id === me.id
          ? `You took #${number}`
          : `Assigned #${number} to ${to.name}`,
  };
}

export function setTeam(team: Named | null): Change {
  return {
    patch: { teamId: team?.id ?? null },
    show: inStaff(() => ({ team })),
    done: (number) => (team ? `Gave #${number} to ${team.name}` : `Took #${number} from its team`),
  };
}

export function setRequester(person: PersonRef): Change {
  return {
    patch: { requesterId: person.id },
    show: (ticket) => ({ ...unreached(ticket), requester: person }),
    done: (number) => `#${number} is ${person.name}’s now`,
  };
}

/** How the one before is reached must not stand below another's name. */
const unreached = inStaff(() => ({
  ...{ requesterFirstName: "", requesterEmail: null },
  ...{ requesterPhone: null, requesterTimeZone: null },
}));

export function setCompany(company: Named | null): Change {
  return {
    patch: { companyId: company?.id ?? null },
    // What is to be known of the one before must not stand below another's name.
    show: (ticket) => ({ ...withoutNotes(ticket), company }),
    done: (number) =>
      company ? `#${number} belongs to ${company.name}` : `#${number} belongs to no company`,
  };
}

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
    done: (number) => `Took ${tag} off #${number}`,
  };
}

export function addFollower(person: PersonRef): Change {
  return {
    patch: { addFollowers: [person.id] },
    show: (ticket) => ({
      ...ticket,
      followers: [...ticket.followers.filter(({ id }) => id !== person.id), person],
    }),
    done: (number) => `${person.name} follows #${number}`,
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

export function snooze(until: string | null): Change {
  return {
    patch: { snoozedUntil: until },
    show: inStaff(() => ({ snoozedUntil: until })),
    done: (number) => (until ? `Snoozed #${number}` : `Woke #${number}`),
  };
}

type Staff = NonNullable<TicketDetails["staff"]>;

function inStaff(next: (staff: Staff) => Partial<Staff>): Change["show"] {
  return (ticket) =>
    ticket.staff ? { ...ticket, staff: { ...ticket.staff, ...next(ticket.staff) } } : ticket;
}

/** The ticket as it stands once it is moved there, and whose turn it is then. */
export function showStatus(ticket: TicketDetails, status: TicketStatus, at: string): TicketDetails {
  const { staff } = ticket;
  if (status === ticket.status) return ticket;
  if (!staff) return { ...ticket, status };
  return { ...ticket, status, staff: { ...staff, ...waitingIn(status, staff, at) } };
}

export function showSolved(ticket: TicketDetails): TicketDetails {
  return { ...ticket, status: "resolved", may: { ...ticket.may, solve: false, reopen: true } };
}

/** That it is solved is the requester's to say, though others may open it again. */
export function showOpenAgain(ticket: TicketDetails, viewerId: string): TicketDetails {
  const solve = ticket.requester.id === viewerId;
  return { ...ticket, status: "open", may: { ...ticket.may, solve, reopen: false, rate: false } };
}
