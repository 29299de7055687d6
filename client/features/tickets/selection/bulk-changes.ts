import type { BulkAct } from "../../../../shared/tickets/bulk.ts";
import { waitingIn } from "../../../../shared/tickets/draft.ts";
import { canMove } from "../../../../shared/tickets/status-moves.ts";
import {
  type PersonRef,
  priorityNames,
  statusNames,
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
  type TicketType,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../../components/format/format.ts";

/** A bulk change: the call, its optimistic rows and its notice. */
export interface BulkChange {
  act: BulkAct;
  show: (row: TicketRow) => TicketRow | null;
  /** The notice for `#1284` or `3 tickets`. */
  done: (what: string) => string;
}

export function setStatusOf(status: TicketStatus, me: PersonRef): BulkChange {
  const at = new Date().toISOString();
  return {
    act: { kind: "patch", patch: { status } },
    show: (row) =>
      canMove(row.status, status, "hand")
        ? {
            ...row,
            status,
            ...(status !== row.status && waitingIn(status, waitingOf(row), at)),
            // Resolving an unassigned ticket assigns it to the agent who resolves it.
            assignee: row.assignee ?? (status === "resolved" ? me : null),
          }
        : row,
    done: (what) =>
      status === "resolved"
        ? `Resolved ${what}`
        : status === "closed"
          ? `Closed ${what}`
          : `Set ${what} to ${statusNames[status]}`,
  };
}

function waitingOf({ waitingFor = null, waitingSince = null }: TicketRow) {
  return { waitingFor, waitingSince };
}

export function setPriorityOf(priority: TicketPriority): BulkChange {
  return {
    act: { kind: "patch", patch: { priority } },
    show: unlessClosed((row) => ({ ...row, priority })),
    done: (what) => `Set ${what} to ${priorityNames[priority]} priority`,
  };
}

export function assignTo(to: PersonRef | null, me: PersonRef): BulkChange {
  return {
    act: { kind: "patch", patch: { assigneeId: to?.id ?? null } },
    show: unlessClosed((row) => ({
      ...row,
      assignee: to,
      status: to && row.status === "new" ? "open" : row.status,
    })),
    done: (what) => {
      if (to === null) return `Unassigned ${what}`;
      return to.id === me.id ? `Assigned ${what} to you` : `Assigned ${what} to ${to.name}`;
    },
  };
}

export function setTeamOf(team: { id: string; name: string } | null): BulkChange {
  return {
    act: { kind: "patch", patch: { teamId: team?.id ?? null } },
    show: (row) => ({ ...row, team }),
    done: (what) => (team ? `Moved ${what} to team ${team.name}` : `Cleared the team of ${what}`),
  };
}

export function setTypeOf(type: TicketType): BulkChange {
  return {
    act: { kind: "patch", patch: { type } },
    show: (row) => ({ ...row, type }),
    done: (what) => `Set the type of ${what} to ${typeNames[type]}`,
  };
}

export function addTagTo(tag: string): BulkChange {
  return {
    act: { kind: "patch", patch: { addTags: [tag] } },
    show: (row) => ({ ...row, tags: [...new Set([...(row.tags ?? []), tag])] }),
    done: (what) => `Tagged ${what} with ${tag}`,
  };
}

export function removeTagFrom(tag: string): BulkChange {
  return {
    act: { kind: "patch", patch: { removeTags: [tag] } },
    show: (row) => ({ ...row, tags: (row.tags ?? []).filter((other) => other !== tag) }),
    done: (what) => `Removed tag ${tag} from ${what}`,
  };
}

export function snoozeUntil(until: string | null): BulkChange {
  return {
    act: { kind: "patch", patch: { snoozedUntil: until } },
    show: unlessClosed((row) => ({ ...row, snoozedUntil: until })),
    done: (what) => (until ? `Snoozed ${what}` : `Ended the snooze of ${what}`),
  };
}

export function markSpam(): BulkChange {
  return {
    act: { kind: "spam" },
    show: () => null,
    done: (what) => `Marked ${what} as spam`,
  };
}

export function unmarkSpam(): BulkChange {
  return {
    act: { kind: "not-spam" },
    show: () => null,
    done: (what) => `Removed ${what} from spam`,
  };
}

/** `agreedIds`: the people who the agent was told will gain access. */
export function mergeInto(target: { id: string; number: number }, agreedIds: string[]): BulkChange {
  return {
    act: { kind: "merge", targetId: target.id, agreedIds },
    show: () => null,
    done: (what) => `Merged ${what} into #${target.number}`,
  };
}

/** `3 tickets`, or the number of a single one. */
export function countWords(count: number, number?: number): string {
  if (count === 1) return number === undefined ? "1 ticket" : `#${number}`;
  return `${formatNumber(count)} tickets`;
}

function unlessClosed(show: (row: TicketRow) => TicketRow): BulkChange["show"] {
  return (row) => (row.status === "closed" ? row : show(row));
}
