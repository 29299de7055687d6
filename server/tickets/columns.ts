import { type RawBuilder, sql } from "kysely";
import type { TicketState } from "../../shared/tickets/state.ts";
import { isoTime } from "../db/iso-time.ts";
import type { Tickets } from "../db/schema.ts";

type Stored = Exclude<keyof TicketState, "tags" | "followers">;

/** The column of each field of the state; tags and people have their own tables. */
const columns: Record<Stored, keyof Tickets> = {
  version: "version",
  subject: "subject",
  status: "status",
  priority: "priority",
  type: "type",
  companyId: "company_id",
  requesterId: "requester_id",
  assigneeId: "assignee_id",
  teamId: "team_id",
  updatedAt: "updated_at",
  publiclyUpdatedAt: "publicly_updated_at",
  waitingFor: "waiting_for",
  waitingSince: "waiting_since",
  unassignedSince: "unassigned_since",
  firstStaffReplyAt: "first_staff_reply_at",
  lastStaffReplyAt: "last_staff_reply_at",
  lastCustomerMessageAt: "last_customer_message_at",
  staffReplyCount: "staff_reply_count",
  firstResolvedAt: "first_resolved_at",
  lastResolvedAt: "last_resolved_at",
  reopenCount: "reopen_count",
  closedAt: "closed_at",
  snoozedUntil: "snoozed_until",
  rating: "rating",
  ratingComment: "rating_comment",
  ratedAt: "rated_at",
};

const isTime = (field: string) => /(At|Since|Until)$/.test(field);
const fields = Object.keys(columns) as Stored[];

/** The fields of the ticket `t` as one object. */
export const stateOfTicket: RawBuilder<Pick<TicketState, Stored>> =
  sql`json_build_object(${sql.join(
    fields.map((field) => {
      const column = sql.raw(`t.${columns[field]}`);
      return sql`${sql.lit(field)}, ${isTime(field) ? isoTime(column) : column}`;
    }),
  )})`;

/** The columns in order, optionally of the record `from`. */
export function columnList(from?: string): RawBuilder<unknown> {
  const prefix = from ? `${from}.` : "";
  return sql.raw(fields.map((field) => `${prefix}${columns[field]}`).join(", "));
}

/** The state by column names. */
export function columnsOf(state: Partial<TicketState>): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => field in state).map((field) => [columns[field], state[field]]),
  );
}
