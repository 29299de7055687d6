import type { Waiting } from "../../shared/tickets/turns.ts";
import type { UndoRecord } from "../../shared/tickets/undo.ts";

/** What an act made, by ids: never its words. */
export interface ActMade {
  ticketId: string;
  messageId?: string;
  /** Where the act can be taken back. */
  undo?: UndoRecord | null;
  /** Of somebody who lost their part: it comes back with their rights alone. */
  leaving?: UndoRecord | null;
  /** The change of their rights that took it, as the audit log knows it. */
  changeId?: string;
  /** Of what was said to be no spam: since when it had been. */
  spamAt?: string;
  /** Of a split: where the messages came from, which they were, and whose turn it was there. */
  split?: { originId: string; messageIds: string[]; before?: Waiting; after?: Waiting };
}
