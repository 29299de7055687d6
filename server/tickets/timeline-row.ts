import type { Role } from "../../shared/access.ts";
import type { TicketName, Undelivered } from "../../shared/tickets/page.ts";
import type { TicketChange } from "../../shared/tickets/state.ts";
import type { PersonRef } from "../../shared/tickets/vocabulary.ts";
import type { StoredFile } from "../files/present.ts";
import type { MessageText } from "../markdown/message-html.ts";

/** An item of the timeline as it is read: a message or an event, with the names it needs. */
export type StoredItem = StoredMessage | StoredEvent;

interface Stored {
  id: string;
  /** Where it stands in the timeline. */
  keyAt: string;
  rank: number;
  tie: string;
  at: string;
  personName: string | null;
  personRole: Role | null;
}

export interface StoredMessage extends Stored, MessageText {
  type: "message";
  personId: string;
  state: "public" | "sending" | "note";
  redacted: boolean;
  redactedBy: PersonRef | null;
  releaseAt: string | null;
  releaseInMs: number | null;
  /** Of what staff read alone. */
  undelivered?: Undelivered[] | null;
  files: StoredFile[] | null;
}

/** `isMerged`: it stands in this ticket now. */
interface NamedTicket extends TicketName {
  isMerged: boolean | null;
}

export interface StoredEvent extends Stored {
  type: "event";
  personId: string | null;
  kind: TicketChange["kind"];
  data: Record<string, unknown>;
  /** Of the ids in its data. */
  names: Record<string, string | NamedTicket> | null;
  actId: string;
  undoable: boolean;
}
