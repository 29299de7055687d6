import * as z from "zod/mini";
import { mailLimits } from "../inbound-mail.ts";
import { isInMacros, isValueField } from "../tickets/fields.ts";
import { composerLimits, type TicketPatch } from "../tickets/page.ts";
import {
  type StaffValues,
  ticketLimits,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from "../tickets/vocabulary.ts";
import { line, paragraph, storable, uuid } from "./text.ts";
import { email } from "./users.ts";

const body = paragraph(ticketLimits.body);
const tag = line(ticketLimits.tag);
const tags = z.array(tag).check(z.maxLength(ticketLimits.tags));
const people = z.array(uuid).check(z.maxLength(composerLimits.followers));
const fileIds = z.optional(z.array(uuid).check(z.maxLength(composerLimits.files)));
/** One below the largest integer of Postgres, so that the next one fits too. */
const mostSteps = 2 ** 31 - 2;
const version = z.int().check(z.minimum(1), z.maximum(mostSteps));
const instant = z.iso.datetime();

/**
 * A UUID for one intended action: the same after a timeout or a refusal, new after a success or an
 * Undo.
 */
const requestId = uuid;

/** The draft it was written in, which is deleted. */
const draftRevision = z.optional(version);

export const getTicketInput = z.strictObject({
  number: z.int().check(z.minimum(1)),
});

export const earlierItemsInput = z.strictObject({
  id: uuid,
  before: z.string().check(z.maxLength(500)),
});

export const linkEarlierInput = z.omit(earlierItemsInput, { id: true });

/** What these fields can be set to. */
export const staffValues = z.strictObject({
  priority: z.enum(ticketPriorities),
  type: z.enum(ticketTypes),
} satisfies { [Field in keyof StaffValues]: z.ZodMiniType<StaffValues[Field]> });

export const ticketPatch = z.strictObject({
  subject: z.optional(line(ticketLimits.subject)),
  status: z.optional(z.enum(ticketStatuses)),
  ...z.partial(staffValues).shape,
  companyId: z.optional(z.nullable(uuid)),
  requesterId: z.optional(uuid),
  assigneeId: z.optional(z.nullable(uuid)),
  teamId: z.optional(z.nullable(uuid)),
  addTags: z.optional(tags),
  removeTags: z.optional(tags),
  addFollowers: z.optional(people),
  removeFollowers: z.optional(people),
  snoozedUntil: z.optional(z.nullable(instant)),
} satisfies Record<keyof TicketPatch, z.ZodMiniType>);

/** These parts of a patch, for `z.pick`. */
export function partsOfPatch<Name extends keyof TicketPatch>(
  isPart: (name: keyof TicketPatch) => name is Name,
): Record<Name, true> {
  const names = Object.keys(ticketPatch.shape) as (keyof TicketPatch)[];
  return Object.fromEntries(names.filter(isPart).map((name) => [name, true])) as Record<Name, true>;
}

/** The values the person saw in the fields they change. Tags and followers need none. */
const seenValues = z.extend(z.pick(ticketPatch, partsOfPatch(isValueField)), {
  subject: z.optional(z.string()),
});

export const updateTicketInput = z.strictObject({
  requestId,
  id: uuid,
  patch: ticketPatch,
  from: z.optional(seenValues),
});
export type UpdateTicketInput = z.infer<typeof updateTicketInput>;

/** People mentioned by `@Name` in a note. */
const mentions = z.optional(z.array(uuid).check(z.maxLength(composerLimits.mentions)));

/** What staff can set a new ticket to. */
const firstStatus = z.enum(["open", "pending", "on-hold", "resolved"]);
export type FirstStatus = z.infer<typeof firstStatus>;

export const createTicketInput = z.strictObject({
  requestId,
  subject: line(ticketLimits.subject),
  body,
  /** Required for staff; a Customer opens for themselves. */
  requesterId: z.optional(uuid),
  companyId: z.optional(z.nullable(uuid)),
  status: z.optional(firstStatus),
  ...z.partial(staffValues).shape,
  assigneeId: z.optional(z.nullable(uuid)),
  teamId: z.optional(z.nullable(uuid)),
  tags: z.optional(tags),
  /** People copied in, without the requester. */
  addFollowers: z.optional(people),
  channel: z.optional(z.enum(["web", "phone"])),
  /** The first message is a note, for example about a call. */
  asNote: z.optional(z.boolean()),
  mentions,
  /** The closed ticket that this one follows up. */
  followUpOf: z.optional(uuid),
  fileIds,
  draftRevision,
});
export type CreateTicketInput = z.infer<typeof createTicketInput>;

/** The changes of a macro, sent with a message; the status is separate. */
const sentChanges = z.optional(
  z.omit(z.pick(ticketPatch, partsOfPatch(isInMacros)), { status: true }),
);

const sentFrom = z.pick(
  seenValues,
  partsOfPatch((name) => isValueField(name) && isInMacros(name)),
);

const addresses = z.array(email).check(z.maxLength(mailLimits.copiedOnTicket));
const copiedPeople = z
  .array(z.strictObject({ address: email, name: z._default(line(200, 0), "") }))
  .check(z.maxLength(mailLimits.copiedByMail));

export const replyInput = z.strictObject({
  requestId,
  id: uuid,
  body,
  /** The status that goes with it. */
  status: z.optional(z.enum(ticketStatuses)),
  changes: sentChanges,
  /** Needed with a status or with changes; staff only. */
  from: z.optional(sentFrom),
  /** The newest message on screen when the reply was begun. */
  seenMessageId: z.optional(z.nullable(uuid)),
  /** Newer messages were shown, and it is sent anyway. */
  sendAnyway: z.optional(z.boolean()),
  fileIds,
  draftRevision,
  /** Which copied people get it by mail; all by default. Staff only, like the next three. */
  cc: z.optional(addresses),
  /** Addresses that get it without the other readers' knowledge. */
  bcc: z.optional(addresses),
  /** Copied from now on. */
  addCopied: z.optional(copiedPeople),
  /** No longer copied. */
  removeCopied: z.optional(addresses),
});
export type ReplyInput = z.infer<typeof replyInput>;

/** By the link in a mail, which names the ticket. */
export const linkReplyInput = z.pick(replyInput, {
  requestId: true,
  body: true,
  seenMessageId: true,
  sendAnyway: true,
  fileIds: true,
});
export type LinkReplyInput = z.infer<typeof linkReplyInput>;

export const noteInput = z.strictObject({
  requestId,
  id: uuid,
  body,
  mentions,
  /** As with a reply. */
  status: z.optional(z.enum(ticketStatuses)),
  changes: sentChanges,
  from: z.optional(sentFrom),
  fileIds,
  draftRevision,
});
export type NoteInput = z.infer<typeof noteInput>;

export const editNoteInput = z.strictObject({ requestId, messageId: uuid, body, mentions });
export type EditNoteInput = z.infer<typeof editNoteInput>;
export const deleteNoteInput = z.strictObject({ requestId, messageId: uuid });
export type DeleteNoteInput = z.infer<typeof deleteNoteInput>;

export const undoActInput = z.strictObject({ requestId, actId: uuid });
export const undoReplyInput = z.strictObject({ messageId: uuid });
export const ticketActInput = z.strictObject({ requestId, id: uuid });
export const addColleagueInput = z.strictObject({ requestId, id: uuid, email });
export type AddColleagueInput = z.infer<typeof addColleagueInput>;
export const rateInput = z.strictObject({
  requestId,
  id: uuid,
  rating: z.enum(["good", "bad"]),
  comment: z._default(paragraph(2000, 0), ""),
});
export type RateInput = z.infer<typeof rateInput>;

export const linkRateInput = z.omit(rateInput, { id: true });
export type LinkRateInput = z.infer<typeof linkRateInput>;

/** `mentions`: the full names whose `@Name` the writer has chosen. */
export const previewInput = z.strictObject({
  body: paragraph(ticketLimits.body, 0),
  mentions: z.optional(
    z.array(z.string().check(z.maxLength(200))).check(z.maxLength(composerLimits.mentions)),
  ),
});

/** The input of a picker: a few matches for the typed text. */
export const pickInput = z.strictObject({
  search: z._default(z.string().check(z.maxLength(100), storable), ""),
  /** People who can take part in this ticket, or in a new ticket of this company. */
  ticketId: z.optional(uuid),
  companyId: z.optional(z.nullable(uuid)),
});
export type PickInput = z.infer<typeof pickInput>;

const draftPlace = {
  ticketId: z.nullable(uuid),
  kind: z.enum(["reply", "note", "new"]),
};

export const getDraftsInput = z.strictObject({ ticketId: z.nullable(uuid) });

export const saveDraftInput = z.strictObject({
  ...draftPlace,
  /** The revision it continues; 0 for the first. */
  revision: z.int().check(z.minimum(0), z.maximum(mostSteps)),
  /** Saved as typed, with spaces; an empty draft is deleted. */
  body: z.string().check(z.maxLength(composerLimits.draft), storable),
  form: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
export type SaveDraftInput = z.infer<typeof saveDraftInput>;
