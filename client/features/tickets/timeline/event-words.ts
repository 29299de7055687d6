import { isStaffField, valueInWords, wordOfChange } from "../../../../shared/tickets/fields.ts";
import type {
  CalendarCard,
  LinkKind,
  MessageMail,
  TicketName,
  TimelineChange,
  TimelineEvent,
} from "../../../../shared/tickets/page.ts";
import {
  type PersonRef,
  type StaffValueChange,
  statusNames,
} from "../../../../shared/tickets/vocabulary.ts";
import {
  formatClock,
  formatDate,
  formatDayName,
  formatExact,
} from "../../../components/format/format.ts";
import { customerStatusNames } from "../list/customer-status.ts";

import { isOver } from "./timeline-rows.ts";

/** Text with names in between, which can have another text direction. */
export type EventWords = (string | { name: string; ticket?: number })[];

interface Reader {
  id: string;
  timeZone: string;
  /** Customers read plainer words. */
  isStaff: boolean;
}

/** `assigned this to themselves and set status to Open`: what an action did, without its actor. */
export function eventWords(events: readonly TimelineEvent[], reader: Reader): EventWords {
  const split = events.find(({ change }) => change.kind === "split-from");
  // A split ticket takes its other fields from the original.
  if (split) return changeWords(split.change, split.actor, reader);
  const inOrder = [...events].sort((one, other) => rankOf(one) - rankOf(other));
  const opens = inOrder[0]?.change.kind === "created";
  return inOrder.flatMap(({ change, actor }, at) => {
    const joint = at === 0 ? [] : [at === events.length - 1 ? " and " : ", "];
    return [...joint, ...((opens && firstWords(change)) || changeWords(change, actor, reader))];
  });
}

/** `Sent, set Pending`: a reply that can still be undone, with what it changes. */
export function sentWords(events: readonly TimelineEvent[], reader: Reader): EventWords {
  const statuses = events.flatMap(({ change }) =>
    change.kind === "status" ? [`, set ${statusNames[change.to]}`] : [],
  );
  const others = events.filter(({ change }) => change.kind !== "status");
  return ["Sent", ...statuses, ...(others.length > 0 ? [", ", ...eventWords(others, reader)] : [])];
}

/** What several actions of one person did, as one sentence without its actor. */
export function foldedWords(
  acts: readonly (readonly TimelineEvent[])[],
  reader: Reader,
): EventWords {
  return acts.flatMap((events, at) => [
    ...(at === 0 ? [] : [at === acts.length - 1 ? " and " : ", "]),
    ...eventWords(events, reader),
  ]);
}

/** The assignment comes before the status change it caused. */
function rankOf({ change }: TimelineEvent): number {
  return change.kind === "created" ? 0 : change.kind === "assigned" ? 1 : 2;
}

/** Fields of a new ticket had no earlier value. */
function firstWords(change: TimelineChange): EventWords | null {
  if (!isValueChange(change) || change.kind === "status") return null;
  return [`set ${wordOfChange(change.kind)} to ${valueInWords(change.kind, change.to, String)}`];
}

function changeWords(change: TimelineChange, actor: PersonRef | null, reader: Reader): EventWords {
  if (isValueChange(change)) {
    return change.kind === "status" ? statusWords(change, reader) : valueWords(change);
  }
  switch (change.kind) {
    case "created":
      return ["opened this ticket"];
    case "assigned":
      return assignedWords(change, actor, reader);
    case "team":
      return movedWords("team", change);
    case "subject":
      return subjectWords(change);
    case "requester":
      return [
        "set requester to ",
        change.to ?? "someone else",
        " (was ",
        change.from ?? "someone else",
        ")",
      ];
    case "company":
      return movedWords("company", change);
    case "tags":
      return addedRemovedWords(
        ["added tag ", "added tags "],
        change.added.map(named),
        ["removed tag ", "removed tags "],
        change.removed.map(named),
      );
    case "followers":
      return (
        ownFollowingWords(change, actor) ??
        addedRemovedWords(
          ["added follower ", "added followers "],
          change.added,
          ["removed follower ", "removed followers "],
          change.removed,
        )
      );
    case "snoozed":
      return snoozeWords(change, reader);
    case "rated":
      return [`rated this ticket: ${change.rating}`];
    case "undone":
      return undoneWords(change, actor, reader);
    case "reply-taken-back":
      return ["undid a reply before it was sent"];
    case "note-changed":
      return [change.what === "edited" ? "edited a note" : "deleted a note"];
    case "merged":
      return ["merged this into ", ticketName(change.into)];
    case "merged-from":
      return ["merged ", ticketName(change.source), " into this"];
    case "unmerged":
      return ["unmerged this from ", ticketName(change.other)];
    case "split":
      return [`moved ${messagesIn(change.messages)} to `, ticketName(change.into)];
    case "split-from":
      return [`created this from ${messagesIn(change.messages)} of `, ticketName(change.origin)];
    case "linked":
      return [`linked this as ${linkWords(change)} `, ticketName(change.other)];
    case "unlinked":
      return [`unlinked this as ${linkWords(change)} `, ticketName(change.other)];
    case "redacted":
      return [redactedWords[change.what] ?? "redacted something"];
    case "mail":
      return mailWords(change);
    case "spam":
      return [change.spam ? "marked this as spam" : "marked this as not spam"];
  }
}

function subjectWords({ from, to, redactedBy }: TimelineChange & { kind: "subject" }): EventWords {
  if (redactedBy) {
    return ["changed the subject; the earlier one was redacted by ", redactedBy];
  }
  return ["changed the subject from “", named(from ?? ""), "” to “", named(to ?? ""), "”"];
}

const redactedWords = {
  message: "redacted the text of a message",
  file: "redacted a file",
  subject: "redacted an earlier subject",
};

/** A ticket the reader can't see has no name. */
function ticketName(ticket: TicketName | null): { name: string; ticket?: number } {
  if (!ticket) return { name: "another ticket" };
  return { name: `#${ticket.number} ${ticket.subject}`, ticket: ticket.number };
}

function messagesIn(count: number): string {
  return count === 1 ? "a message" : `${count} messages`;
}

type ValueChange = StaffValueChange | (TimelineChange & { kind: "status" });

function isValueChange(change: TimelineChange): change is ValueChange {
  return change.kind === "status" || isStaffField(change.kind);
}

/** `set priority to High (was Normal)` */
function valueWords({ kind, from, to }: ValueChange): EventWords {
  const [was, is] = [from, to].map((value) => valueInWords(kind, value, String));
  return [`set ${wordOfChange(kind)} to ${is} (was ${was})`];
}

function statusWords(change: TimelineChange & { kind: "status" }, { isStaff }: Reader): EventWords {
  const { from, to } = change;
  if (!isStaff && to === "resolved") return ["marked this as solved"];
  if (!isStaff && isOver(from) && !isOver(to)) return ["reopened this ticket"];
  if (!isStaff && to === "closed") return ["closed this ticket"];
  if (!isStaff) return [`set this to “${customerStatusNames[to]}”`];
  if (from === "new") return [`set status to ${statusNames[to]}`];
  return valueWords(change);
}

function assignedWords(
  { from, to }: { from: PersonRef | null; to: PersonRef | null },
  actor: PersonRef | null,
  reader: Reader,
): EventWords {
  const was: EventWords = from ? [" (was ", from, ")"] : [];
  if (to === null) return ["unassigned this", ...was];
  if (to.id !== actor?.id) return ["assigned this to ", to, ...was];
  return [`assigned this to ${to.id === reader.id ? "yourself" : "themselves"}`, ...was];
}

/** `moved this to team Support (was Billing)` */
function movedWords(
  what: "team" | "company",
  { from, to }: { from: string | null; to: string | null },
): EventWords {
  const was: EventWords = from === null ? [] : [" (was ", named(from), ")"];
  if (to === null) return [`cleared the ${what}`, ...was];
  return [what === "team" ? "moved this to team " : "moved this to ", named(to), ...was];
}

/** Old events do not contain the earlier time. */
function snoozeWords(
  { from, until }: { from: string | null; until: string | null },
  { timeZone }: Reader,
): EventWords {
  if (until === null) {
    return [from ? `ended the snooze until ${formatExact(from, timeZone)}` : "ended the snooze"];
  }
  const then = formatExact(until, timeZone);
  if (from === null) return [`snoozed this until ${then}`];
  return [`changed the snooze to ${then} (was ${formatExact(from, timeZone)})`];
}

/** When a person changed only their own following. */
function ownFollowingWords(
  { added, removed }: { added: PersonRef[]; removed: PersonRef[] },
  actor: PersonRef | null,
): EventWords | null {
  const [one, other] = [...added, ...removed];
  if (!one || other || one.id !== actor?.id) return null;
  return [added.length > 0 ? "started following" : "stopped following"];
}

function undoneWords(
  { kinds, kept, back }: TimelineChange & { kind: "undone" },
  actor: PersonRef | null,
  reader: Reader,
): EventWords {
  if (kinds.some((kind) => kind.startsWith("split"))) return ["undid the split"];
  if (!reader.isStaff) return ["undid a change"];
  const again = back.flatMap((change, at): EventWords => {
    return [at === 0 ? ": " : ", ", ...changeWords(change, actor, reader)];
  });
  const what = kinds.map(wordOfChange).join(", ");
  const stays = kept.map(wordOfChange).join(", ");
  return [
    what && again.length === 0 ? `undid the change of ${what}` : "undid a change",
    ...again,
    ...(stays ? [`; kept ${stays}, which changed again`] : []),
  ];
}

function addedRemovedWords(
  add: readonly [one: string, many: string],
  added: readonly { name: string }[],
  remove: readonly [one: string, many: string],
  removed: readonly { name: string }[],
): EventWords {
  const part = ([one, many]: readonly [string, string], names: readonly { name: string }[]) =>
    names.length === 0 ? [] : [names.length === 1 ? one : many, ...listed(names)];
  const first = part(add, added);
  const second = part(remove, removed);
  return first.length > 0 && second.length > 0
    ? [...first, " and ", ...second]
    : [...first, ...second];
}

function listed(names: readonly { name: string }[]): EventWords {
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

/** The relation of the ticket to the other one. */
function linkWords({ link, direction }: { link: LinkKind; direction: "to" | "from" }): string {
  return (direction === "to" ? linksTo : linksFrom)[link];
}

/** A whole sentence for common events without an actor, else null. */
export function automaticWords(events: readonly TimelineEvent[]): string | null {
  const [{ change, actor } = {}, ...others] = events;
  if (!change || actor || others.length > 0) return null;
  if (change.kind === "status" && change.to === "closed") return "Closed automatically";
  return change.kind === "snoozed" && change.until === null ? "Snooze ended" : null;
}

function copiedWords({ added, removed }: Extract<MailChange, { about: "copied" }>): string {
  const named = (people: typeof added) =>
    people.map(({ address, name }) => name || address).join(", ");
  const words = [
    ...(added.length > 0 ? [`copied in ${named(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${named(removed)} from Cc`] : []),
  ];
  return words.join(" and ");
}

type MailChange = Extract<TimelineChange, { kind: "mail" }>;

function mailWords(change: MailChange): EventWords {
  switch (change.about) {
    case "joined":
      return [`wrote from ${change.address} and is copied in now`];
    case "also-sent":
      return [`also sent this to ${change.address}`];
    case "names":
      return [`named #${change.number} in the subject`];
    case "other-subject":
      return [`wrote under another subject: “${change.subject}”`];
    case "not-copied":
      return [`copied in ${change.count} more people than fit on a ticket`];
    case "not-reopened":
      return ["wrote again after mail reopened this 5 times in 10 minutes"];
    case "copied":
      return [copiedWords(change)];
  }
}

/** `Sent 09:12, received 09:14`, with days where those differ; null for a mail that took less than a minute. */
export function transitWords(
  { sentAt, receivedAt }: Pick<MessageMail, "sentAt" | "receivedAt">,
  timeZone: string,
): string | null {
  if (sentAt === null) return null;
  if (Math.abs(Date.parse(receivedAt) - Date.parse(sentAt)) < 60_000) return null;
  const [sentOn, receivedOn] = [formatDate(sentAt, timeZone), formatDate(receivedAt, timeZone)];
  const timeOf = (iso: string, day: string) => {
    const clock = formatClock(Date.parse(iso), timeZone);
    return sentOn === receivedOn ? clock : `${day}, ${clock}`;
  };
  return `Sent ${timeOf(sentAt, sentOn)}, received ${timeOf(receivedAt, receivedOn)}`;
}

/** `Monday, 30 November 2026 at 10:00 – 11:00`, on the reader's clock; whole days have no time. */
export function eventTime(
  { start, end, isAllDay }: Pick<CalendarCard, "start" | "end" | "isAllDay">,
  timeZone: string,
): string {
  if (isAllDay) {
    const first = formatDayName(start);
    return end === null || end === start ? first : `${first} – ${formatDayName(end)}`;
  }
  const begins = formatExact(start, timeZone);
  if (end === null || end === start) return begins;
  const ends = formatExact(end, timeZone);
  const clock = formatClock(Date.parse(end), timeZone);
  const isSameDay = begins.slice(0, -clock.length) === ends.slice(0, -clock.length);
  return `${begins} – ${isSameDay ? clock : ends}`;
}
