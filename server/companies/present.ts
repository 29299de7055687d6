import type { Company, CompanyState } from "../../shared/companies.ts";
import { type TicketStatus, ticketStatuses } from "../../shared/tickets.ts";

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
