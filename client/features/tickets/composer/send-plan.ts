import type { TicketPatch } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { type Held, leaving } from "./held-changes.ts";

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
