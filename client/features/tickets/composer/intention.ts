import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import type { DraftKeeper } from "../../../data/drafts/types.ts";
import type { Failure } from "../../../data/errors.ts";
import { createStore, type Store } from "../../../data/store.ts";
import { newestMessageId } from "../actions/optimistic-message.ts";
import type { Held } from "./held-changes.ts";
import type { SendPlan } from "./send-plan.ts";

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
