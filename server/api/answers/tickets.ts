import * as z from "zod/mini";
import { staffValues } from "../../../shared/schemas/ticket-acts.ts";
import { staffFieldKeys, staffValuesOf } from "../../../shared/tickets/fields.ts";
import type {
  ActAnswer,
  StaffDetails,
  TicketDetails,
  TimelineEvent,
  TimelineItem,
  TimelineMessage,
} from "../../../shared/tickets/page.ts";
import {
  type TicketRow,
  ticketChannels,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import { id, maybeTime, nextCursor, number, ref, success, text, time } from "./common.ts";

const status = z.enum(ticketStatuses);
const waitingFor = z.nullable(z.enum(["us", "customer"]));

const head = {
  id,
  number,
  subject: text,
  status,
  requester: ref,
  company: z.nullable(ref),
  assignee: z.nullable(ref),
  createdAt: time,
  updatedAt: time,
};

/** A ticket in a list. A customer's token gets no staff fields. */
export const ticketInList = z.strictObject({
  ...head,
  latest: z.nullable(z.strictObject({ author: text, note: z.boolean(), text })),
  ...z.partial(staffValues).shape,
  team: z.optional(z.nullable(ref)),
  tags: z.optional(z.array(text)),
  waitingFor: z.optional(waitingFor),
  waitingSince: z.optional(maybeTime),
  snoozedUntil: z.optional(maybeTime),
  spam: z.optional(z.literal(true)),
});

export const ticketPage = z.strictObject({ success, tickets: z.array(ticketInList), nextCursor });

const linkedTicket = z.strictObject({
  id,
  kind: z.enum(["related", "duplicate-of", "parent-of", "follow-up-of"]),
  direction: z.enum(["to", "from"]),
  ticket: z.strictObject({ id, number, subject: text, status }),
});

export const ticket = z.strictObject({
  ...head,
  followers: z.array(ref),
  rating: z.nullable(z.strictObject({ rating: z.enum(["good", "bad"]), comment: text, at: time })),
  version: z.optional(number),
  channel: z.optional(z.enum(ticketChannels)),
  ...z.partial(staffValues).shape,
  team: z.optional(z.nullable(ref)),
  tags: z.optional(z.array(text)),
  waitingFor: z.optional(waitingFor),
  waitingSince: z.optional(maybeTime),
  snoozedUntil: z.optional(maybeTime),
  firstStaffReplyAt: z.optional(maybeTime),
  lastResolvedAt: z.optional(maybeTime),
  reopenCount: z.optional(number),
  spam: z.optional(z.nullable(z.strictObject({ at: time, until: time }))),
  links: z.optional(z.array(linkedTicket)),
});

export const oneTicket = z.strictObject({ success, ticket });

const act = {
  success,
  /** The action's id, for Undo. */
  actId: id,
  undoUntil: maybeTime,
  ticket,
};
export const acted = z.strictObject(act);
export const written = z.strictObject({ ...act, messageId: id });

export const attachment = z.strictObject({
  id,
  name: text,
  type: text,
  size: number,
  isImage: z.boolean(),
  width: z.nullable(number),
  height: z.nullable(number),
});

export const message = z.strictObject({
  id,
  at: time,
  author: z.strictObject({ id, name: text, isStaff: z.boolean() }),
  state: z.enum(["public", "sending", "note"]),
  releaseAt: maybeTime,
  html: text,
  redacted: z.boolean(),
  attachments: z.array(attachment),
});

const named = z.nullable(z.strictObject({ number, subject: text }));
const person = z.nullable(ref);
const copied = z.strictObject({ address: text, name: text });
const name = z.nullable(text);
const link = {
  link: linkedTicket.shape.kind,
  direction: linkedTicket.shape.direction,
  other: named,
};

const change = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("created") }),
  z.strictObject({ kind: z.literal("status"), from: status, to: status }),
  z.strictObject({ kind: z.literal("assigned"), from: person, to: person }),
  ...staffFieldKeys.map((kind) =>
    z.strictObject({
      kind: z.literal(kind),
      from: staffValues.shape[kind],
      to: staffValues.shape[kind],
    }),
  ),
  z.strictObject({ kind: z.literal("team"), from: name, to: name }),
  z.strictObject({
    kind: z.literal("subject"),
    from: name,
    to: name,
    redactedBy: z.optional(ref),
  }),
  z.strictObject({ kind: z.literal("requester"), from: person, to: person }),
  z.strictObject({ kind: z.literal("company"), from: name, to: name }),
  z.strictObject({ kind: z.literal("tags"), added: z.array(text), removed: z.array(text) }),
  z.strictObject({ kind: z.literal("followers"), added: z.array(ref), removed: z.array(ref) }),
  z.strictObject({ kind: z.literal("snoozed"), from: maybeTime, until: maybeTime }),
  z.strictObject({ kind: z.literal("rated"), rating: z.enum(["good", "bad"]) }),
  z.strictObject({ kind: z.literal("redacted"), what: z.enum(["message", "file", "subject"]) }),
  z.strictObject({
    kind: z.literal("undone"),
    undoes: id,
    kinds: z.array(text),
    kept: z.array(text),
  }),
  z.strictObject({ kind: z.literal("reply-taken-back") }),
  z.strictObject({ kind: z.literal("note-changed"), what: z.enum(["edited", "deleted"]) }),
  z.strictObject({ kind: z.literal("merged"), into: named }),
  z.strictObject({ kind: z.literal("merged-from"), source: named, mergedId: z.nullable(id) }),
  z.strictObject({ kind: z.literal("unmerged"), other: named }),
  z.strictObject({ kind: z.literal("split"), into: named, messages: number }),
  z.strictObject({ kind: z.literal("split-from"), origin: named, messages: number }),
  z.strictObject({ kind: z.literal("linked"), ...link }),
  z.strictObject({ kind: z.literal("unlinked"), ...link }),
  z.strictObject({ kind: z.literal("spam"), spam: z.boolean() }),
  z.strictObject({
    kind: z.literal("mail"),
    about: z.enum([
      "joined",
      "also-sent",
      "names",
      "other-subject",
      "not-copied",
      "not-reopened",
      "copied",
    ]),
    address: z.optional(text),
    number: z.optional(number),
    subject: z.optional(text),
    count: z.optional(number),
    added: z.optional(z.array(copied)),
    removed: z.optional(z.array(copied)),
  }),
]);

export const event = z.strictObject({ id, actId: id, at: time, actor: person, change });

type InList = z.infer<typeof ticketInList>;
type Ticket = z.infer<typeof ticket>;
type Message = z.infer<typeof message>;
type Event = z.infer<typeof event>;

export function inListForApi(row: TicketRow): InList {
  const { unread: _, hit: __, latest, ...shown } = row;
  return {
    ...shown,
    latest: latest && { author: latest.author, note: latest.note, text: latest.text },
  };
}

export function ticketForApi(details: TicketDetails): Ticket {
  const { id, number, subject, status, requester, company, assignee, followers } = details;
  const { createdAt, updatedAt, rating, staff } = details;
  const shown: Ticket = {
    id,
    number,
    subject,
    status,
    requester,
    company,
    assignee,
    followers: followers.map(({ id, name }) => ({ id, name })),
    createdAt,
    updatedAt,
    rating,
  };
  return staff ? { ...shown, ...staffForApi(staff) } : shown;
}

function staffForApi(staff: StaffDetails) {
  return {
    version: staff.version,
    channel: staff.channel,
    ...staffValuesOf(staff),
    team: staff.team,
    tags: staff.tags,
    waitingFor: staff.waitingFor,
    waitingSince: staff.waitingSince,
    snoozedUntil: staff.snoozedUntil,
    firstStaffReplyAt: staff.firstStaffReplyAt,
    lastResolvedAt: staff.lastResolvedAt,
    reopenCount: staff.reopenCount,
    spam: staff.spam,
    links: staff.links,
  };
}

export function actForApi({ actId, undoUntil, ticket }: ActAnswer) {
  return { actId, undoUntil, ticket: ticketForApi(ticket) };
}

export function messagesForApi(items: readonly TimelineItem[]): Message[] {
  return items
    .filter((item): item is TimelineMessage => item.kind === "message")
    .map(({ id, at, author, state, releaseAt, html, redacted, files }) => ({
      id,
      at,
      state,
      releaseAt,
      html,
      redacted,
      author: { id: author.id, name: author.name, isStaff: author.isStaff },
      attachments: files,
    }));
}

export function eventsForApi(items: readonly TimelineItem[]): Event[] {
  return items
    .filter((item): item is TimelineEvent => item.kind === "event")
    .map(({ id, actId, at, actor, change }) => ({
      id,
      actId,
      at,
      actor,
      change: withoutBack(change),
    }));
}

/** The restored values of an Undo repeat the event that it names. */
function withoutBack(change: TimelineEvent["change"]): Event["change"] {
  if (change.kind !== "undone") return change;
  const { back: _, ...shown } = change;
  return shown;
}
