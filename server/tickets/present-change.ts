import type { TicketName, TimelineChange } from "../../shared/tickets/page.ts";
import type { Instant, TicketChange } from "../../shared/tickets/state.ts";
import type { PersonRef } from "../../shared/tickets/vocabulary.ts";
import { changeOf } from "../events/ticket-events.ts";
import type { StoredEvent } from "./timeline-row.ts";

/** What an event tells, with today's names where it keeps ids. */
export function presentChange(event: StoredEvent): TimelineChange {
  return presentNamed(changeOf(event), event.names);
}

function presentNamed(change: TicketChange, names: StoredEvent["names"]): TimelineChange {
  const nameOf = (id: string) => {
    const name = names?.[id];
    return typeof name === "string" ? name : null;
  };
  const known = (id: string) => (nameOf(id) === null ? null : person(id));
  const person = (id: string): PersonRef => ({ id, name: nameOf(id) ?? "" });
  const personOrNobody = (id: string | null) => (id === null ? null : person(id));
  const nameOrNone = (id: string | null) => (id === null ? null : (nameOf(id) ?? gone));
  const companyOrNone = (id: string | null) => (id === null ? null : (nameOf(id) ?? another));
  const named = (id: string) => {
    const name = names?.[id];
    return typeof name === "object" ? name : null;
  };
  const ticket = (id: string): TicketName | null => {
    const found = named(id);
    return found && { number: found.number, subject: found.subject };
  };

  switch (change.kind) {
    case "assigned":
      return { kind: "assigned", from: personOrNobody(change.from), to: personOrNobody(change.to) };
    case "requester":
      return { kind: "requester", from: known(change.from), to: known(change.to) };
    case "team":
      return { kind: "team", from: nameOrNone(change.from), to: nameOrNone(change.to) };
    case "company":
      return { kind: "company", from: companyOrNone(change.from), to: companyOrNone(change.to) };
    case "subject": {
      const { redactedBy, ...told } = change;
      return redactedBy ? { ...told, redactedBy: person(redactedBy) } : told;
    }
    case "followers":
      return {
        kind: "followers",
        added: change.added.map(person),
        removed: change.removed.map(person),
      };
    case "tags":
      return { kind: "tags", added: [...change.added], removed: [...change.removed] };
    case "snoozed":
      return { kind: "snoozed", from: momentOf(change.from), until: momentOf(change.until) };
    case "undone":
      return {
        kind: "undone",
        undoes: change.undoes,
        kinds: [...change.kinds],
        kept: [...change.kept],
        back: (change.back ?? []).map((each) => presentNamed(each, names)),
      };
    case "merged":
      return { kind: "merged", into: ticket(change.into) };
    case "merged-from":
      return {
        kind: "merged-from",
        source: ticket(change.source),
        mergedId: named(change.source)?.isMerged ? change.source : null,
      };
    case "unmerged":
      return { kind: "unmerged", other: ticket(change.other) };
    case "split":
      return { kind: "split", into: ticket(change.into), messages: change.messages };
    case "split-from":
      return { kind: "split-from", origin: ticket(change.origin), messages: change.messages };
    case "linked":
    case "unlinked":
      return { ...change, other: ticket(change.other) };
    case "reply-taken-back":
      return { kind: change.kind };
    default:
      return change;
  }
}

function momentOf(instant: Instant | null | undefined): string | null {
  return instant ? new Date(instant).toISOString() : null;
}

/** Of what is there no more. */
const gone = "(deleted)";
/** Of which the reader is told no more. */
const another = "another company";
