import type {
  Company,
  CompanyAgent,
  CompanyDetails,
  CompanyMember,
  CompanyState,
  CompanyTicket,
} from "../../shared/companies.ts";
import { type TicketStatus, ticketStatuses } from "../../shared/tickets/vocabulary.ts";
import type { CompanyRef, UserState } from "../../shared/users.ts";
import { presentTime } from "../db/iso-time.ts";

export interface StoredCompany {
  id: string;
  name: string;
  state: CompanyState;
  created_at: Date;
  domains: string[];
  member_count: number;
  agent_count: number;
  /** States in which it has no ticket are missing. */
  ticket_counts: Partial<Record<TicketStatus, number>>;
}

export function presentCompany(row: StoredCompany): Company {
  const counts = ticketStatuses.map((status) => [status, row.ticket_counts[status] ?? 0] as const);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    domains: row.domains,
    memberCount: row.member_count,
    agentCount: row.agent_count,
    ticketCounts: Object.fromEntries(counts) as Record<TicketStatus, number>,
    createdAt: row.created_at.toISOString(),
  };
}

export interface StoredCompanyDetails extends StoredCompany {
  notes: string;
  merging_into: CompanyRef | null;
  agents: (CompanyAgent & { all: boolean })[];
  recent_tickets: CompanyTicket[];
}

export function presentCompanyDetails(row: StoredCompanyDetails): CompanyDetails {
  const ofScope = (whole: boolean) =>
    row.agents
      .filter(({ all }) => all === whole)
      .map(({ id, name, state }): CompanyAgent => ({ id, name, state }));
  return {
    ...presentCompany(row),
    notes: row.notes,
    mergingInto: row.merging_into,
    agents: ofScope(false),
    agentsOfAll: ofScope(true),
    recentTickets: row.recent_tickets.map((ticket) => ({
      ...ticket,
      updatedAt: presentTime(ticket.updatedAt),
    })),
  };
}

export interface StoredMember {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  state: UserState;
  sees_all_tickets: boolean;
}

export function presentMember(row: StoredMember): CompanyMember {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    state: row.state,
    seesAllTickets: row.sees_all_tickets,
  };
}
