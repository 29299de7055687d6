import type { Actor } from "../../server/access/actor.ts";
import type {
  AgentRow,
  BreakdownBy,
  BreakdownOf,
  DashboardFilters,
  DayRange,
  PeriodFigures,
  RatingsBy,
  Times,
  TodoKey,
} from "../../shared/dashboard/figures.ts";
import { openStatuses, type TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { UserRow } from "./builders.ts";
import type { KnownTicket, RandomDesk } from "./random-desk.ts";

/** The figures of the dashboard by their rules, ticket by ticket and with no SQL. */
export interface Recount {
  tickets: KnownTicket[];
  timeZone: string;
  now: Date;
}

const openOnes: readonly TicketStatus[] = openStatuses;
export const isOpenState = (status: TicketStatus) => openOnes.includes(status);

export function visibleTo(
  desk: RandomDesk,
  actor: Actor,
  filters: DashboardFilters,
): KnownTicket[] {
  const seesAll = actor.role === "Super Admin" || actor.companyScope === "all";
  return desk.tickets.filter(
    (ticket) =>
      !ticket.row.spam_at &&
      !ticket.row.merged_into_id &&
      (seesAll || actor.companyIds.includes(ticket.row.company_id ?? "")) &&
      isNamed(filters.company, ticket.company) &&
      isNamed(filters.team, ticket.team) &&
      isTagged(filters.tag, ticket.tags) &&
      isAssigned(filters.agent, ticket, desk.assignees, actor),
  );
}

function isNamed(filter: string | undefined, name: string | null): boolean {
  if (filter === undefined) return true;
  return filter === "none" ? name === null : unquoted(filter) === name;
}

function isTagged(filter: string | undefined, tags: readonly string[]): boolean {
  if (filter === undefined) return true;
  return filter === "none" ? tags.length === 0 : tags.includes(unquoted(filter));
}

function isAssigned(
  filter: string | undefined,
  { row }: KnownTicket,
  assignees: readonly UserRow[],
  actor: Actor,
): boolean {
  if (filter === undefined) return true;
  if (filter === "none") return row.assignee_id === null;
  if (filter === "me") return row.assignee_id === actor.id;
  const assignee = assignees.find(({ id }) => id === row.assignee_id);
  return (
    !!assignee && [assignee.email, `${assignee.first_name} ${assignee.last_name}`].includes(filter)
  );
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}

type DayOf = (time: Date | null) => string;

const calendars = new Map<string, DayOf>();

/** The same times are asked for again and again: each is looked up once in a time zone. */
export function calendar(timeZone: string): DayOf {
  const made = calendars.get(timeZone) ?? remembering(dayOfWith(timeZone));
  calendars.set(timeZone, made);
  return made;
}

function dayOfWith(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (time) => format.format(time);
}

function remembering(dayOf: (time: Date) => string): DayOf {
  const known = new Map<number, string>();
  return (time) => {
    if (!time) return "";
    const at = time.getTime();
    const day = known.get(at) ?? dayOf(time);
    known.set(at, day);
    return day;
  };
}

const isWithin = (day: string, { from, to }: DayRange) => day !== "" && day >= from && day <= to;

export function createdIn({ tickets, timeZone }: Recount, days: DayRange): KnownTicket[] {
  const dayOf = calendar(timeZone);
  return tickets.filter(({ row }) => isWithin(dayOf(row.created_at), days));
}

export function resolvedIn({ tickets, timeZone }: Recount, days: DayRange): KnownTicket[] {
  const dayOf = calendar(timeZone);
  return tickets.filter(
    ({ row }) => !isOpenState(row.status) && isWithin(dayOf(row.last_resolved_at), days),
  );
}

export function answeredIn({ tickets, timeZone }: Recount, days: DayRange): KnownTicket[] {
  const dayOf = calendar(timeZone);
  return tickets.filter(
    ({ row }) => !row.opened_by_staff && isWithin(dayOf(row.first_staff_reply_at), days),
  );
}

/** From the stored status spans, whatever the columns contain. */
export function openAtEndOf({ tickets, timeZone }: Recount, day: string): KnownTicket[] {
  const dayOf = calendar(timeZone);
  return tickets.filter(({ spans }) =>
    spans.some(
      ({ status, from, to }) =>
        isOpenState(status) && dayOf(from) <= day && (to === null || dayOf(to) > day),
    ),
  );
}

export function recountPeriod(recount: Recount, days: DayRange): PeriodFigures {
  const resolved = resolvedIn(recount, days);
  return {
    days,
    created: createdIn(recount, days).length,
    resolved: resolved.length,
    backlog: openAtEndOf(recount, days.to).length,
    firstReply: replyTimes(answeredIn(recount, days)),
    resolution: resolveTimes(resolved),
    reopened: resolved.filter(({ row }) => row.reopen_count > 0).length,
    solvedInOne: resolved.filter(({ row }) => row.staff_reply_count === 1).length,
  };
}

const replyTimes = (tickets: KnownTicket[]) =>
  timesOf(tickets, ({ row }) => row.first_staff_reply_at);
const resolveTimes = (tickets: KnownTicket[]) =>
  timesOf(tickets, ({ row }) => row.last_resolved_at);

/** Of each share the first value that at least so many do not exceed. */
function timesOf(tickets: KnownTicket[], until: (ticket: KnownTicket) => Date | null): Times {
  const times = tickets
    .map((ticket) => (Number(until(ticket)) - ticket.row.created_at.getTime()) / 1000)
    .sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? null;
  return { count: times.length, median: at(0.5), p90: at(0.9) };
}

export function recountArrivals(recount: Recount, days: DayRange): number[][] {
  const { timeZone } = recount;
  const hours = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" },
  });
  const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { row } of createdIn(recount, days)) {
    const parts = hours.formatToParts(row.created_at);
    const read = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(read("weekday"));
    const cell = cells[weekday];
    if (cell) cell[Number(read("hour"))] = (cell[Number(read("hour"))] ?? 0) + 1;
  }
  return cells;
}

/** How many there are of each, by name; null for those without any. */
export function recountBreakdown(
  recount: Recount,
  days: DayRange,
  { by, of }: { by: BreakdownBy; of: BreakdownOf },
): { total: number; counts: Map<string | null, number> } {
  const among = {
    open: () => recount.tickets.filter(({ row }) => isOpenState(row.status)),
    created: () => createdIn(recount, days),
    resolved: () => resolvedIn(recount, days),
  };
  const tickets = among[of]();
  const counts = new Map<string | null, number>();
  for (const ticket of tickets) {
    for (const name of namesOf(ticket, by)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { total: tickets.length, counts };
}

function namesOf({ row, company, tags }: KnownTicket, by: BreakdownBy): (string | null)[] {
  if (by === "tag") return tags.length > 0 ? tags : [null];
  return [by === "company" ? company : row[by]];
}

/** Without names: the people whose tickets each row counts, as one. */
export function recountAgent(
  recount: Recount,
  days: DayRange,
  ids: readonly (string | null)[],
): Omit<AgentRow, "agent"> {
  const tickets = recount.tickets.filter(({ row }) => ids.includes(row.assignee_id));
  const own = { ...recount, tickets };
  const { resolved, firstReply, resolution, reopened, solvedInOne } = recountPeriod(own, days);
  const open = tickets.filter(({ row }) => isOpenState(row.status)).length;
  return { open, resolved, firstReply, resolution, reopened, solvedInOne };
}

/** Ratings given in the period, by the agent's id or the name of company or tag. */
export function recountRatings(
  recount: Recount,
  days: DayRange,
  by: RatingsBy,
): { rated: KnownTicket[]; groups: Map<string | null, KnownTicket[]> } {
  const dayOf = calendar(recount.timeZone);
  const rated = recount.tickets.filter(({ row }) => isWithin(dayOf(row.rated_at), days));
  const groups = new Map<string | null, KnownTicket[]>();
  for (const ticket of rated) {
    const keys = by === "agent" ? [ticket.row.assignee_id] : namesOf(ticket, by);
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), ticket]);
  }
  return { rated, groups };
}

export function recountTodo(recount: Recount): Record<TodoKey, KnownTicket[]> {
  const { tickets, timeZone, now } = recount;
  const dayOf = calendar(timeZone);
  const today = dayOf(now);
  const awake = tickets.filter(
    ({ row }) => isOpenState(row.status) && !(row.snoozed_until && row.snoozed_until > now),
  );
  const ours = awake.filter(({ row }) => row.waiting_for === "us");
  return {
    unassigned: awake.filter(
      ({ row }) =>
        row.unassigned_since && now.getTime() - row.unassigned_since.getTime() > 3_600_000,
    ),
    firstReply: ours.filter(({ row }) => row.staff_reply_count === 0),
    unanswered: ours.filter(({ row }) => row.staff_reply_count > 0),
    resolvedToday: resolvedIn(recount, { from: today, to: today }),
    reopenedToday: tickets.filter(({ spans }) =>
      spans.some(
        ({ status, from }, index) =>
          isOpenState(status) && spans[index - 1]?.status === "resolved" && dayOf(from) === today,
      ),
    ),
  };
}
