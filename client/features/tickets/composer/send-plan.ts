import {
  currentIn,
  fieldOf,
  type SeenTicket,
  seenIn,
  valueFields,
} from "../../../../shared/tickets/fields.ts";
import type {
  ActAnswer,
  Follower,
  TicketConflict,
  TicketDetails,
  TicketPatch,
} from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import type { Failure } from "../../../data/errors.ts";
import { whenForgotten } from "../../../data/session/forget.ts";
import { createStore, type Store } from "../../../data/store.ts";
import { newestMessageId } from "../actions/optimistic-message.ts";
import { allCopied, type CopiedChoice } from "./copied.ts";
import { type Held, heldKeys, withoutField } from "./held-changes.ts";

/** Everything that is sent with the text. */
export interface SendPlan {
  kind: "reply" | "note";
  status?: TicketStatus | undefined;
  /** Changes by macros. */
  held?: Held | undefined;
  /** Who gets a reply in Cc and Bcc. */
  copied?: CopiedChoice | undefined;
  mentions?: string[];
  fileIds?: string[];
  /** The person has seen the messages that arrived in between. */
  sendAnyway?: boolean;
  /** Values of others that the person has seen and overwrites on purpose. */
  overrule?: SeenTicket;
}

/** The plan that overwrites these values of others. */
export function overruling(plan: SendPlan, conflicts: readonly TicketConflict[]): SendPlan {
  return { ...plan, overrule: { ...plan.overrule, ...currentIn(conflicts) } };
}

/** The plan without these fields, which keep the values of others. */
export function withoutFields(plan: SendPlan, fields: readonly (keyof TicketPatch)[]): SendPlan {
  return {
    ...plan,
    held: fields.reduce(withoutField, plan.held),
    ...(fields.includes("status") && { status: undefined }),
  };
}

/** A message keeps its request id until it has been sent. */
interface Intention {
  requestId: string;
  /** The newest message on screen when writing began; undefined before that. */
  seenMessageId: string | null | undefined;
  /** The ticket's fields on screen when writing began, and what the person set since. */
  seen: SeenTicket | undefined;
}

/** A failed send. The text is back in its field. */
export interface RefusedSend {
  failure: Failure;
  plan: SendPlan;
}

interface Writing {
  intention: Intention;
  refusal: Store<RefusedSend | null>;
  /** Changes by macros in the text. */
  held: Store<Held | null>;
  copied: Store<CopiedChoice>;
}

/** Belongs to the draft, because the person may have left the page when the answer comes. */
const writings = new Map<DraftStore, Writing>();
whenForgotten(() => writings.clear());

export function writingOf(keeper: DraftStore): Writing {
  const known = writings.get(keeper);
  if (known) return known;
  const writing: Writing = {
    intention: newIntention(),
    refusal: createStore<RefusedSend | null>(null),
    held: createStore<Held | null>(null),
    copied: createStore(allCopied),
  };
  writings.set(keeper, writing);
  return writing;
}

export function newIntention(): Intention {
  return { requestId: newRequestId(), seenMessageId: undefined, seen: undefined };
}

/** With the first letter: what is on screen now is what the message answers. */
export function beginIntention(keeper: DraftStore, ticket: TicketDetails): void {
  const { intention } = writingOf(keeper);
  if (intention.seenMessageId !== undefined) return;
  intention.seenMessageId = newestMessageId(ticket);
  intention.seen = seenIn(ticket, valueFields);
}

/** What people set themselves while they write, they have seen. */
export function noteOwnValues(ticketId: string, values: SeenTicket): void {
  for (const [{ place }, { intention }] of writings) {
    if (place.ticketId === ticketId && intention.seen) Object.assign(intention.seen, values);
  }
}

/** The same for all that an action of theirs changed on the server. */
export function noteOwnAction({ actId, ticket }: Pick<ActAnswer, "actId" | "ticket">): void {
  const kinds = ticket.timeline.items.flatMap((item) => {
    if (item.kind !== "event" || item.actId !== actId) return [];
    return item.change.kind === "undone" ? item.change.kinds : [item.change.kind];
  });
  const fields = valueFields.filter((field) => kinds.includes(fieldOf(field).change));
  noteOwnValues(ticket.id, seenIn(ticket, fields));
}

interface Wishes {
  held: Held | null;
  /** The status they lead to from here. */
  wanted: TicketStatus | undefined;
}

/** The failed send with today's chips. Null once no question is left. */
export function refusalNow({ failure, plan }: RefusedSend, wishes: Wishes): RefusedSend | null {
  const now = { ...plan, held: wishes.held ?? undefined, status: statusNow(plan, wishes) };
  const conflicts = failure.conflicts.filter(
    ({ field }) => wishOf(plan, field) === wishOf(now, field),
  );
  const isSettled = failure.conflicts.length > 0 && conflicts.length === 0;
  if (isSettled && failure.cameBetween.length === 0) return null;
  return { failure: { ...failure, conflicts }, plan: now };
}

/** A note's status is one of its chips, a reply's that of its button. */
function statusNow({ kind, status }: SendPlan, { held, wanted }: Wishes): TicketStatus | undefined {
  return kind === "reply" || status === held?.status ? status : wanted;
}

function wishOf({ status, held }: SendPlan, field: keyof TicketPatch): unknown {
  const key = heldKeys[field];
  return field === "status" ? status : key && held?.[key];
}

interface SentReply {
  /** The action that the Undo key must not undo again. */
  actId: string;
  /** Changes by macros that were sent with it. */
  held: Held | undefined;
  copied: CopiedChoice | undefined;
}

/** As many as the Undo key remembers. */
const most = 50;

const sentBy = new Map<string, SentReply>();
whenForgotten(() => sentBy.clear());

export function rememberSent(messageId: string, sent: SentReply): void {
  sentBy.set(messageId, sent);
  const [oldest] = sentBy.keys();
  if (oldest !== undefined && sentBy.size > most) sentBy.delete(oldest);
}

export function sentWith(messageId: string): SentReply | undefined {
  return sentBy.get(messageId);
}

export function forgetSent(messageId: string): void {
  sentBy.delete(messageId);
}

/** `to Ana Ferreira, cc Ben Hall and 2 more, followed by Maya Lindqvist` */
export function recipients(
  { requester, followers }: Pick<TicketDetails, "requester" | "followers">,
  viewerId: string,
): string {
  const others = followers.filter(({ id }) => id !== requester.id && id !== viewerId);
  const named = (words: string, part: Follower["part"]) => {
    const names = others.filter((other) => other.part === part).map(({ name }) => name);
    const more = names.length > 2 ? ` and ${names.length - 2} more` : "";
    return names.length > 0 ? [`${words} ${names.slice(0, 2).join(", ")}${more}`] : [];
  };
  return [`to ${requester.name}`, ...named("cc", "cc"), ...named("followed by", "staff")].join(
    ", ",
  );
}
