import { type CompiledQuery, sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { forStaffFields } from "../../shared/tickets/fields.ts";
import type { TicketChanges } from "../../shared/tickets/page.ts";
import { ticketMay } from "../../shared/tickets/permissions.ts";
import {
  differences,
  instantOf,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "../../shared/tickets/state.ts";
import type { StaffValues } from "../../shared/tickets/vocabulary.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { companiesSeenWhole, type Sight, sightOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { presentTime } from "../db/iso-time.ts";
import { keepStatement, uuidList } from "../db/statement.ts";
import type { EventRow } from "../events/ticket-events.ts";
import { nameOfUser, otherOpen, otherTickets, tagsOfTicket } from "./details.ts";
import { presentNamed } from "./timeline.ts";

/** A change of fields as it was written, and what its answer needs besides. */
export interface WrittenChanges {
  ticket: { id: string; number: number };
  actor: Actor;
  actId: string;
  plan: TicketPlan;
  events: readonly EventRow[];
  canBeUndone: boolean;
  read: ReadForChanges;
}

export interface ReadForChanges {
  /** If they changed, in the order of the page. */
  tags?: string[];
  names: Record<string, string> | null;
  otherTickets: TicketChanges["others"]["otherTickets"];
  otherOpen: TicketChanges["others"]["otherOpen"];
}

type Named = (id: string) => { id: string; name: string };

interface Shown {
  head?: Partial<TicketChanges["head"]>;
  staff?: Partial<TicketChanges["staff"]>;
}

type Show = (after: TicketState, read: { named: Named; tags: string[] }) => Shown;

const asStored = forStaffFields<Record<keyof StaffValues, Show>>((field) => (after) => ({
  staff: { [field]: after[field] },
}));

/**
 * What each field changes on the page. `hidden`: nothing. `page`: more than itself, so that the page is read again.
 */
const shownBy: Record<keyof TicketState, "hidden" | "page" | Show> = {
  ...asStored,
  version: ({ version }) => ({ staff: { version } }),
  subject: ({ subject }) => ({ head: { subject } }),
  status: ({ status }) => ({ head: { status } }),
  companyId: "page",
  requesterId: "page",
  assigneeId: ({ assigneeId }, { named }) => ({
    head: { assignee: assigneeId === null ? null : named(assigneeId) },
  }),
  teamId: ({ teamId }, { named }) => ({ staff: { team: teamId === null ? null : named(teamId) } }),
  tags: (_, { tags }) => ({ staff: { tags } }),
  followers: "page",
  updatedAt: ({ updatedAt }) => ({ head: { updatedAt: presentTime(updatedAt) } }),
  publiclyUpdatedAt: "hidden",
  waitingFor: ({ waitingFor }) => ({ staff: { waitingFor } }),
  waitingSince: ({ waitingSince }) => ({ staff: { waitingSince: presentTime(waitingSince) } }),
  unassignedSince: "hidden",
  firstStaffReplyAt: "page",
  lastStaffReplyAt: "hidden",
  lastCustomerMessageAt: "hidden",
  staffReplyCount: "hidden",
  firstResolvedAt: "hidden",
  lastResolvedAt: ({ lastResolvedAt }) => ({
    staff: { lastResolvedAt: presentTime(lastResolvedAt) },
  }),
  reopenCount: ({ reopenCount }) => ({ staff: { reopenCount } }),
  closedAt: "hidden",
  snoozedUntil: ({ snoozedUntil }) => ({ staff: { snoozedUntil: presentTime(snoozedUntil) } }),
  rating: "page",
  ratingComment: "page",
  ratedAt: "page",
};

/** Whether an answer can leave out the rest of the page. The page of a customer has no version to compare. */
export function areAllShown(plan: TicketPlan, actor: Actor): boolean {
  return isStaff(actor) && changedFields(plan).every((field) => shownBy[field] !== "page");
}

function changedFields({ before, after }: TicketPlan): (keyof TicketState)[] {
  return Object.keys(differences(before, after)) as (keyof TicketState)[];
}

interface ReadValues {
  ticketId: string;
  requesterId: string;
  named: string[];
  userId: string;
  companyIds: readonly string[];
}

/** To be sent together with the changes. */
export function changesRead(
  tx: Tx,
  actor: Actor,
  ticketId: string,
  plan: TicketPlan,
): CompiledQuery {
  const { requesterId, assigneeId, teamId } = plan.after;
  const named = [actor.id, assigneeId, teamId, ...plan.changes.flatMap(idsIn)];
  const tags = changedFields(plan).includes("tags");
  return selectForChanges.query(
    tx,
    { sight: sightOf(actor), tags },
    {
      ticketId,
      requesterId,
      named: [...new Set(named.filter((id) => id !== null))],
      userId: actor.id,
      companyIds: companiesSeenWhole(actor),
    },
  );
}

function idsIn(change: TicketChange): (string | null)[] {
  if (change.kind === "undone") return change.back.flatMap(idsIn);
  return change.kind === "assigned" || change.kind === "team" ? [change.from, change.to] : [];
}

const selectForChanges = keepStatement<{ sight: Sight; tags: boolean }, ReadValues, ReadForChanges>(
  ({ sight, tags }, slot) => {
    const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
    return sql`
    select ${tags ? sql`${tagsOfTicket} as tags,` : sql``}
      (select json_object_agg(id, name) from (
        select id, ${nameOfUser} as name from users where id = any(${uuidList(slot("named"))})
        union all
        select id, name from teams where id = any(${uuidList(slot("named"))})) named) as names,
      ${otherTickets(scope)} as "otherTickets", ${otherOpen(scope)} as "otherOpen"
    -- Hidden from the planner, which would plan for each requester again.
    from (select ${slot("ticketId")}::uuid as id, ${slot("requesterId")}::uuid as requester_id
      offset 0) it`;
  },
);

/** The one place that says what a change of fields alters on the page. */
export function presentChanges(
  { now }: Pick<ActorDeps, "now">,
  { ticket, actor, actId, plan, events, canBeUndone, read }: WrittenChanges,
): TicketChanges {
  const { before, after, changes, at } = plan;
  const { names, tags = [], otherTickets, otherOpen } = read;
  const named: Named = (id) => ({ id, name: names?.[id] ?? "" });
  const head: TicketChanges["head"] = {
    updatedAt: presentTime(after.updatedAt),
    may: ticketMay(after, actor, instantOf(now)),
  };
  const staff: TicketChanges["staff"] = { version: after.version };
  for (const field of changedFields(plan)) {
    const show = shownBy[field];
    if (typeof show !== "function") continue;
    const shown = show(after, { named, tags });
    Object.assign(head, shown.head);
    Object.assign(staff, shown.staff);
  }
  return {
    id: ticket.id,
    number: ticket.number,
    from: before.version,
    head,
    staff,
    others: { otherTickets, otherOpen },
    events: events.map(({ id }, index) => ({
      kind: "event",
      id,
      actId,
      at: presentTime(at),
      actor: named(actor.id),
      change: presentNamed(changes[index] as TicketChange, names),
      undoable: canBeUndone,
    })),
  };
}
