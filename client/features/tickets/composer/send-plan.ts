import type { TicketDetails, TicketPatch } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import type { DraftKeeper } from "../../../data/drafts/types.ts";
import type { Failure } from "../../../data/errors.ts";
import { whenForgotten } from "../../../data/session/forget.ts";
import { createStore, type Store } from "../../../data/store.ts";
import { newestMessageId } from "../actions/optimistic-message.ts";
import { type Held, heldKeys, leaving } from "./held-changes.ts";

/** What is to be sent besides the text. */
export interface SendPlan {
  kind: "reply" | "note";
  status?: TicketStatus | undefined;
  /** What macros change with it. */
  held?: Held | undefined;
  mentions?: string[];
  fileIds?: string[];
  /** What came in between was shown. */
  sendAnyway?: boolean;
  /** What others set was shown, all of it. */
  overrule?: boolean;
}

/** The same without any of these fields, which stand as others have set them. */
export function leavingAll(plan: SendPlan, fields: readonly (keyof TicketPatch)[]): SendPlan {
  return {
    ...plan,
    held: fields.reduce(leaving, plan.held),
    ...(fields.includes("status") && { status: undefined }),
  };
}

/** What is being written is one intention: its key is the same until it succeeds. */
interface Intention {
  requestId: string;
  /** The newest message that was on the screen when it was begun; undefined before that. */
  seenMessageId: string | null | undefined;
  /** And how the ticket stood then: what others changed since is no news to the server alone. */
  seenVersion: number | undefined;
}

/** Why nothing was sent. The text is back in its field. */
export interface RefusedSend {
  failure: Failure;
  plan: SendPlan;
}

interface Writing {
  intention: Intention;
  refusal: Store<RefusedSend | null>;
  /** What macros in it change, once it is sent. */
  held: Store<Held | null>;
}

/** Lives with the draft and not with the screen: one may be elsewhere when the answer comes. */
const writings = new WeakMap<DraftKeeper, Writing>();

export function writingOf(keeper: DraftKeeper): Writing {
  const known = writings.get(keeper);
  if (known) return known;
  const writing: Writing = {
    intention: newIntention(),
    refusal: createStore<RefusedSend | null>(null),
    held: createStore<Held | null>(null),
  };
  writings.set(keeper, writing);
  return writing;
}

export function newIntention(): Intention {
  return { requestId: newRequestId(), seenMessageId: undefined, seenVersion: undefined };
}

/** With the first letter: what stands on the screen now is what it answers. */
export function beginIntention(keeper: DraftKeeper, ticket: TicketDetails): void {
  const { intention } = writingOf(keeper);
  if (intention.seenMessageId !== undefined) return;
  intention.seenMessageId = newestMessageId(ticket);
  intention.seenVersion = ticket.staff?.version;
}

interface Wishes {
  held: Held | null;
  /** The state that they lead to from here. */
  wanted: TicketStatus | undefined;
}

/**
 * What was refused as it stands by now: chips were taken away since, or came. Null where nobody has to be
 * asked any more.
 */
export function refusalNow({ failure, plan }: RefusedSend, wishes: Wishes): RefusedSend | null {
  const now = { ...plan, held: wishes.held ?? undefined, status: statusNow(plan, wishes) };
  const conflicts = failure.conflicts.filter(
    ({ field }) => wishOf(plan, field) === wishOf(now, field),
  );
  const isSettled = failure.conflicts.length > 0 && conflicts.length === 0;
  if (isSettled && failure.cameBetween.length === 0) return null;
  return { failure: { ...failure, conflicts }, plan: now };
}

/** Of a note the chips say the state as well, of a reply its button. */
function statusNow({ kind, status }: SendPlan, { held, wanted }: Wishes): TicketStatus | undefined {
  return kind === "reply" || status === held?.status ? status : wanted;
}

function wishOf({ status, held }: SendPlan, field: keyof TicketPatch): unknown {
  const key = heldKeys[field];
  return field === "status" ? status : key && held?.[key];
}

interface SentReply {
  /** Which act the key for Undo would take back once more. */
  actId: string;
  /** What macros changed with it. */
  held: Held | undefined;
}

/** As many as the key for Undo knows; of an older one nobody sees that it is on its way. */
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
