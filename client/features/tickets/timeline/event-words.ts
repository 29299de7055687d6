import type {
  LinkKind,
  TicketName,
  TimelineChange,
  TimelineEvent,
} from "../../../../shared/tickets/page.ts";
import { fieldChanged } from "../../../../shared/tickets/state.ts";
import {
  type PersonRef,
  priorityNames,
  statusNames,
  typeNames,
} from "../../../../shared/tickets/vocabulary.ts";
import { formatExact } from "../../../components/format/format.ts";
import { standingNames } from "../list/customer-status.ts";

import { isOver } from "./timeline-rows.ts";

/** Words, and in between names and the like, which may run in another direction. */
type Told = (string | { name: string; ticket?: number })[];

interface Reader {
  timeZone: string;
  /** A Customer is told in plainer words. */
  isStaff: boolean;
}

/** `took this ticket and set it Open`: what one act did, without who did it. */
export function tellAct(events: readonly TimelineEvent[], reader: Reader): Told {
  const split = events.find(({ change }) => change.kind === "split-from");
  // What else it begins with is as it was where it comes from.
  if (split) return tellChange(split.change, split.actor, reader);
  const inOrder = [...events].sort((one, other) => rankOf(one) - rankOf(other));
  const opens = inOrder[0]?.change.kind === "created";
  return inOrder.flatMap(({ change, actor }, at) => {
    const joint = at === 0 ? [] : [at === events.length - 1 ? " and " : ", "];
    return [...joint, ...((opens && tellFirst(change)) || tellChange(change, actor, reader))];
  });
}

/** Who took it comes before what that did to its state. */
function rankOf({ change }: TimelineEvent): number {
  return change.kind === "created" ? 0 : change.kind === "assigned" ? 1 : 2;
}

/** A field of a ticket that is new was nothing else before. */
function tellFirst(change: TimelineChange): Told | null {
  if (change.kind === "priority") return [`set priority ${priorityNames[change.to]}`];
  return change.kind === "type" ? [`set type ${typeNames[change.to]}`] : null;
}

function tellChange(change: TimelineChange, actor: PersonRef | null, reader: Reader): Told {
  switch (change.kind) {
    case "created":
      return ["opened this ticket"];
    case "status":
      return tellStatus(change, reader);
    case "assigned":
      return tellAssigned(change, actor);
    case "priority":
      return [changed("priority", priorityNames[change.from], priorityNames[change.to])];
    case "type":
      return [changed("type", typeNames[change.from], typeNames[change.to])];
    case "team":
      return tellTeam(change);
    case "subject":
      return tellSubject(change);
    case "requester":
      return [
        "changed the requester from ",
        change.from ?? "somebody else",
        " to ",
        change.to ?? "somebody else",
      ];
    case "company":
      return [
        "moved this from ",
        change.from === null ? "no company" : named(change.from),
        " to ",
        change.to === null ? "no company" : named(change.to),
      ];
    case "tags":
      return tellBoth(
        ["added the tag ", "added the tags "],
        change.added.map(named),
        ["removed the tag ", "removed the tags "],
        change.removed.map(named),
      );
    case "followers":
      return (
        tellOwn(change, actor) ??
        tellBoth(
          ["added the follower ", "added the followers "],
          change.added,
          ["removed the follower ", "removed the followers "],
          change.removed,
        )
      );
    case "snoozed":
      return tellSnooze(change, reader);
    case "rated":
      return [`rated the help as ${change.rating}`];
    case "undone":
      return tellUndone(change, actor, reader);
    case "reply-taken-back":
      return ["took a reply back before it went out"];
    case "merged":
      return ["merged this into ", ticketName(change.into)];
    case "merged-from":
      return ["merged ", ticketName(change.source), " into this"];
    case "unmerged":
      return ["took the merge with ", ticketName(change.other), " back"];
    case "split":
      return [`moved ${messagesIn(change.messages)} to `, ticketName(change.into)];
    case "split-from":
      return [`made this of ${messagesIn(change.messages)} from `, ticketName(change.origin)];
    case "linked":
      return [`linked this as ${linkWords(change)} `, ticketName(change.other)];
    case "unlinked":
      return [`took away the link as ${linkWords(change)} `, ticketName(change.other)];
    case "redacted":
      return [redactedWords[change.what] ?? "removed something for good"];
    case "spam":
      return [change.spam ? "marked this as spam" : "said that this is no spam"];
  }
}

function tellSubject({ from, to, redactedBy }: TimelineChange & { kind: "subject" }): Told {
  if (redactedBy) {
    return ["changed the subject; the earlier one was redacted by ", redactedBy];
  }
  return ["changed the subject from “", named(from ?? ""), "” to “", named(to ?? ""), "”"];
}

const redactedWords = {
  message: "removed the words of a message",
  file: "removed a file for good",
  subject: "removed an earlier subject for good",
};

/** One that the reader may not see has no name. */
function ticketName(ticket: TicketName | null): { name: string; ticket?: number } {
  if (!ticket) return { name: "another ticket" };
  return { name: `#${ticket.number} ${ticket.subject}`, ticket: ticket.number };
}

function messagesIn(count: number): string {
  return count === 1 ? "a message" : `${count} messages`;
}

function changed(what: string, from: string, to: string): string {
  return `changed ${what} from ${from} to ${to}`;
}

function tellStatus(
  { from, to }: Pick<TimelineChange & { kind: "status" }, "from" | "to">,
  { isStaff }: Reader,
): Told {
  if (!isStaff && to === "resolved") return ["marked this as solved"];
  if (!isStaff && isOver(from) && !isOver(to)) return ["opened this again"];
  if (!isStaff && to === "closed") return ["closed this"];
  if (!isStaff) return [`set this to “${standingNames[to]}”`];
  // Where it came from says itself.
  if (from === "new") return [`set it ${statusNames[to]}`];
  return [changed("status", statusNames[from], statusNames[to])];
}

function tellAssigned(
  { from, to }: { from: PersonRef | null; to: PersonRef | null },
  actor: PersonRef | null,
): Told {
  const takes = to !== null && to.id === actor?.id;
  if (takes) return from ? ["took this ticket from ", from] : ["took this ticket"];
  if (to && !from) return ["assigned this to ", to];
  return ["changed the assignee from ", from ?? "nobody", " to ", to ?? "nobody"];
}

function tellTeam({ from, to }: { from: string | null; to: string | null }): Told {
  if (to === null) return ["took this from team ", named(from ?? "")];
  if (from === null) return ["gave this to team ", named(to)];
  return ["moved this from team ", named(from), " to team ", named(to)];
}

/** Earlier acts did not keep until when it had been. */
function tellSnooze(
  { from, until }: { from: string | null; until: string | null },
  { timeZone }: Reader,
): Told {
  if (until === null) {
    return [from ? `ended the snooze until ${formatExact(from, timeZone)}` : "ended the snooze"];
  }
  const then = formatExact(until, timeZone);
  if (from === null) return [`snoozed this until ${then}`];
  return [changed("the snooze", formatExact(from, timeZone), then)];
}

/** Who follows by themselves, and nobody else. */
function tellOwn(
  { added, removed }: { added: PersonRef[]; removed: PersonRef[] },
  actor: PersonRef | null,
): Told | null {
  const [one, other] = [...added, ...removed];
  if (!one || other || one.id !== actor?.id) return null;
  return [added.length > 0 ? "began to follow this ticket" : "stopped following this ticket"];
}

function tellUndone(
  { kinds, kept, back }: TimelineChange & { kind: "undone" },
  actor: PersonRef | null,
  reader: Reader,
): Told {
  if (kinds.some((kind) => kind.startsWith("split"))) return ["took the split back"];
  if (!reader.isStaff) return ["took a change back"];
  const again = back.flatMap((change, at): Told => {
    return [at === 0 ? ": " : ", ", ...tellChange(change, actor, reader)];
  });
  const what = kinds.map(fieldChanged).join(", ");
  const stays = kept.map(fieldChanged).join(", ");
  return [
    what && again.length === 0 ? `took back the change of ${what}` : "took back a change",
    ...again,
    ...(stays ? [`; ${stays} stayed, since it was changed again`] : []),
  ];
}

function tellBoth(
  add: readonly [one: string, many: string],
  added: readonly { name: string }[],
  remove: readonly [one: string, many: string],
  removed: readonly { name: string }[],
): Told {
  const part = ([one, many]: readonly [string, string], names: readonly { name: string }[]) =>
    names.length === 0 ? [] : [names.length === 1 ? one : many, ...listed(names)];
  const first = part(add, added);
  const second = part(remove, removed);
  return first.length > 0 && second.length > 0
    ? [...first, " and ", ...second]
    : [...first, ...second];
}

function listed(names: readonly { name: string }[]): Told {
  return names.flatMap(({ name }, at) => (at === 0 ? [{ name }] : [", ", { name }]));
}

function named(name: string): { name: string } {
  return { name };
}

const linksTo: Record<LinkKind, string> = {
  related: "related to",
  "duplicate-of": "a duplicate of",
  "parent-of": "the parent of",
  "follow-up-of": "a follow-up of",
};

const linksFrom: Record<LinkKind, string> = {
  related: "related to",
  "duplicate-of": "the original of",
  "parent-of": "a child of",
  "follow-up-of": "followed up by",
};

/** What the ticket is to the other one. */
function linkWords({ link, direction }: { link: LinkKind; direction: "to" | "from" }): string {
  return (direction === "to" ? linksTo : linksFrom)[link];
}
