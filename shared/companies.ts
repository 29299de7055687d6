import type { TicketStatus } from "./tickets.ts";

export const companyStates = ["active", "archived"] as const;
export type CompanyState = (typeof companyStates)[number];

export const companyLimits = { name: 120, notes: 10_000, domain: 253, domains: 50 } as const;

export interface Company {
  id: string;
  name: string;
  state: CompanyState;
  domains: string[];
  memberCount: number;
  agentCount: number;
  ticketCounts: Record<TicketStatus, number>;
  createdAt: string;
}

export const companySorts = ["name", "created"] as const;
export type CompanySort = (typeof companySorts)[number];

export interface CompanyPage {
  companies: Company[];
  nextCursor: string | null;
}
