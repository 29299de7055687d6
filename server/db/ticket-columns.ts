import { type RawBuilder, sql } from "kysely";
import { staffFieldKeys } from "../../shared/tickets/fields.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { StaffValues } from "../../shared/tickets/vocabulary.ts";
import { isoTime } from "./iso-time.ts";
import type { Tickets } from "./schema.ts";

type Stored = Exclude<keyof TicketState, "tags" | "followers">;

/** The column of each field of the state; tags and people have their own tables. */
export const ticketColumns: Record<Stored, keyof Tickets> = {
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
const fields = Object.keys(ticketColumns) as Stored[];

/** The fields of the ticket `t` as one object. */
export const stateOfTicket: RawBuilder<Pick<TicketState, Stored>> =
  sql`json_build_object(${sql.join(
    fields.map((field) => {
      const column = sql.raw(`t.${ticketColumns[field]}`);
      return sql`${sql.lit(field)}, ${isTime(field) ? isoTime(column) : column}`;
    }),
  )})`;

/** The values for staff that are shown as they are stored, of the ticket `from`. */
export function staffValueColumns(from: string): Record<keyof StaffValues, RawBuilder<unknown>> {
  const selected = staffFieldKeys.map((field) => [
    field,
    sql.raw(`${from}.${ticketColumns[field]}`),
  ]);
  return Object.fromEntries(selected) as Record<keyof StaffValues, RawBuilder<unknown>>;
}

/** The columns in order, optionally of the record `from`. */
export function columnList(from?: string): RawBuilder<unknown> {
  const prefix = from ? `${from}.` : "";
  return sql.raw(fields.map((field) => `${prefix}${ticketColumns[field]}`).join(", "));
}

/** The state by column names. */
export function columnsOf(state: Partial<TicketState>): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => field in state).map((field) => [ticketColumns[field], state[field]]),
  );
}
