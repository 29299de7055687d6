import { whenForgotten } from "../../../data/session/forget.ts";
import type { Held } from "./held-changes.ts";

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
