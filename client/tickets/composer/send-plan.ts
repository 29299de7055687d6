import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import type { Held } from "./held-changes.ts";

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
  /** What another set the state to was shown. */
  overrule?: boolean;
}
