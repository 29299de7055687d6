import { sql } from "kysely";
import {
  openStatuses,
  type TicketStatus,
  ticketPriorities,
  ticketTypes,
} from "../../shared/tickets/vocabulary.ts";
import {
  type CompanyRow,
  insertCompany,
  insertEachTicket,
  insertTeam,
  insertUser,
  type TicketRow,
  type UserRow,
} from "./builders.ts";
import type { TestDatabase } from "./postgres.ts";
import { type Random, seeded } from "./random.ts";

const hour = 3_600_000;
const day = 24 * hour;

export interface KnownTicket {
  row: TicketRow;
  tags: string[];
  company: string | null;
  team: string | null;
  spans: KnownSpan[];
}

export interface KnownSpan {
  status: TicketStatus;
  from: Date;
  to: Date | null;
}

export interface RandomDesk {
  companies: CompanyRow[];
  /** A Super Admin, an agent of all companies, one of three, one of none. */
  staff: { admin: UserRow; everywhere: UserRow; assigned: UserRow; nowhere: UserRow };
  assignees: UserRow[];
  tickets: KnownTicket[];
}

export interface DeskOptions {
  seed: number;
  now: Date;
  moments: Date[];
  edges: Date[];
  count: number;
}

/** Names that would say something else in a search, were they not put in quotes. */
const companyNames = ["Muller", "Müller", "none", 'The "Best" One', "a, b", "Nord", "Nordlicht"];
const tagNames = ["billing", "vip", "none", "two words"];

/**
 * Tickets with whole histories, to the half hour: around each of the moments many, some that begin
 * at the very edges of what is looked at, and none later than now.
 */
export async function insertRandomDesk(
  { db, owner }: Pick<TestDatabase, "db" | "owner">,
  { seed, now, moments, edges, count }: DeskOptions,
): Promise<RandomDesk> {
  const random = seeded(seed);
  const companies: CompanyRow[] = [];
  for (const name of companyNames) companies.push(await insertCompany(db, { name }));
  const teams = [
    await insertTeam(db, { name: "Warehouse" }),
    await insertTeam(db, { name: "Empty house" }),
  ];
  const scoped = { role: "Agent", company_scope: "assigned" } as const;
  const staff = {
    admin: await insertUser(db, { role: "Super Admin" }),
    everywhere: await insertUser(db, { role: "Agent", first_name: "Sam", last_name: "Okafor" }),
    assigned: await insertUser(db, {
      ...{ ...scoped, first_name: "Sam", last_name: "Okafor" },
      companies: companies.slice(1, 4).map(({ id }) => id),
    }),
    nowhere: await insertUser(db, scoped),
  };
  const gone = { role: "Agent", first_name: "Deleted", last_name: "user" } as const;
  const assignees = [
    ...Object.values(staff),
    await insertUser(db, { ...gone, email: null, state: "disabled", deleted_at: now }),
    await insertUser(db, { ...gone, email: null, state: "disabled", deleted_at: now }),
  ];
  const requester = await insertUser(db);
  const first = Bun.randomUUIDv7();
  const made = Array.from({ length: count }, (_, index) => {
    const moment = random.pick(moments);
    const since = random.chance(0.5) ? 3 * day : 100 * day;
    const created = random.chance(0.25)
      ? random.pick(edges)
      : new Date(moment.getTime() - random.below(since / hour) * (hour / 2));
    const history = historyFrom(created, now, random);
    const company = random.chance(0.15) ? null : random.pick(companies);
    const team = random.chance(0.4) ? null : random.pick(teams);
    const assignee = random.chance(0.3) ? null : random.pick(assignees);
    const tags = random.some(tagNames, 0.25);
    const replied = random.chance(0.7);
    const { status } = history;
    const closes = { closed_at: status === "closed" ? now : null };
    const open = (openStatuses as readonly string[]).includes(status);
    const waits = open && random.chance(0.7);
    const ticket = {
      id: index === 0 ? first : Bun.randomUUIDv7(),
      ...{ status, tags, ...closes, created_at: created, requester_id: requester.id },
      spans: history.spans,
      company_id: company?.id ?? null,
      team_id: team?.id ?? null,
      assignee_id: assignee?.id ?? null,
      unassigned_since: assignee ? null : new Date(now.getTime() - random.below(6) * (hour / 2)),
      priority: random.pick(ticketPriorities),
      type: random.pick(ticketTypes),
      opened_by_staff: random.chance(0.2),
      waiting_for: waits ? random.pick(["us", "customer"] as const) : null,
      waiting_since: waits ? new Date(now.getTime() - random.below(90) * hour) : null,
      first_staff_reply_at: replied
        ? new Date(created.getTime() + random.below(300) * (hour / 2))
        : null,
      staff_reply_count: replied ? 1 + random.below(3) : 0,
      last_resolved_at: history.lastResolvedAt,
      reopen_count: history.reopened.length,
      snoozed_until: open && random.chance(0.1) ? new Date(now.getTime() + day) : null,
      spam_at: random.chance(0.05) ? created : null,
      merged_into_id: status === "closed" && random.chance(0.1) && index > 0 ? first : null,
      ...ratingOf(index, history.lastResolvedAt),
    };
    return { ticket, company: company?.name ?? null, team: team?.name ?? null };
  });
  const rows = await insertEachTicket(
    db,
    made.map(({ ticket }) => ticket),
  );
  const tickets = made.map(({ ticket: { tags, spans }, company, team }, index): KnownTicket => {
    const row = rows[index];
    if (!row) throw new Error("Each ticket was inserted");
    return { row, tags, spans, company, team };
  });
  await sql`analyze`.execute(owner);
  return { companies, staff, assignees, tickets };
}

/** Two of three tickets that were ever resolved are rated, some of them with a comment. */
function ratingOf(
  index: number,
  resolved: Date | null,
): Pick<TicketRow, "rating" | "rating_comment" | "rated_at"> {
  if (!resolved || index % 3 === 0) return { rating: null, rating_comment: null, rated_at: null };
  return {
    rating: index % 4 === 0 ? "bad" : "good",
    rating_comment: index % 5 === 0 ? `Comment ${index}` : index % 5 === 1 ? "" : null,
    rated_at: resolved,
  };
}

interface History {
  status: TicketStatus;
  spans: KnownSpan[];
  lastResolvedAt: Date | null;
  reopened: Date[];
}

function historyFrom(created: Date, now: Date, random: Random): History {
  const spans: KnownSpan[] = [{ status: "new", from: created, to: null }];
  const history: History = { status: "new", spans, lastResolvedAt: null, reopened: [] };
  for (let steps = random.below(9); steps > 0 && history.status !== "closed"; steps -= 1) {
    const at = timeAfter(spans, random);
    if (at > now) break;
    const before = history.status;
    if (random.chance(0.05)) {
      // Merged into another ticket for a while, then unmerged.
      const back = new Date(at.getTime() + (1 + random.below(90)) * (hour / 2));
      if (back > now) break;
      begin(history, "closed", at);
      begin(history, before, back);
      continue;
    }
    const next =
      before === "resolved"
        ? random.pick(["open", "pending", "closed", "closed"] as const)
        : random.pick(["open", "pending", "on-hold", "resolved", "resolved"] as const);
    if (next === before) continue;
    begin(history, next, at);
    if (next === "resolved") history.lastResolvedAt = at;
    if (before === "resolved" && next !== "closed") history.reopened.push(at);
  }
  return history;
}

function timeAfter(spans: readonly KnownSpan[], random: Random): Date {
  const last = spans.at(-1)?.from.getTime() ?? 0;
  return new Date(last + (1 + random.below(random.chance(0.5) ? 20 : 400)) * (hour / 2));
}

function begin(history: History, status: TicketStatus, at: Date): void {
  const current = history.spans.at(-1);
  if (current) current.to = at;
  history.spans.push({ status, from: at, to: null });
  history.status = status;
}
