import type { TicketStatus } from "./tickets/vocabulary.ts";
import type { CompanyRef, UserState } from "./users.ts";

export const companyStates = ["active", "archived"] as const;
export type CompanyState = (typeof companyStates)[number];

export const companyLimits = {
  name: 120,
  notes: 10_000,
  domain: 253,
  domains: 50,
  search: 200,
} as const;

export interface Company {
  id: string;
  name: string;
  state: CompanyState;
  domains: string[];
  memberCount: number;
  /** Agents it is assigned to, not counting those who can see all companies. */
  agentCount: number;
  ticketCounts: Record<TicketStatus, number>;
  createdAt: string;
}

export const companySorts = ["name", "members", "agents", "open", "created"] as const;
export type CompanySort = (typeof companySorts)[number];

/** Names are sorted A to Z by default; numbers and times start with the largest. */
export function descendsByDefault(sort: CompanySort): boolean {
  return sort !== "name";
}

export interface CompanyPage {
  companies: Company[];
  nextCursor: string | null;
}

/** A company with everything its page shows. */
export interface CompanyDetails extends Company {
  notes: string;
  /** The company it is being merged into. */
  mergingInto: CompanyRef | null;
  agents: CompanyAgent[];
  /** Agents who can see all companies. */
  agentsOfAll: CompanyAgent[];
  recentTickets: CompanyTicket[];
}

export interface CompanyAgent {
  id: string;
  name: string;
  state: UserState;
}

export interface CompanyTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  updatedAt: string;
}

/** A customer who belongs to a company. */
export interface CompanyMember {
  id: string;
  name: string;
  email: string;
  state: UserState;
  seesAllTickets: boolean;
}

export interface MemberPage {
  members: CompanyMember[];
  nextCursor: string | null;
}

/** A user who can become a member or an assigned agent of a company. */
export interface CompanyCandidate {
  id: string;
  name: string;
  /** Distinguishes them from others with the same name. */
  hint: string;
}

/** A bulk action on companies. */
export type CompanyBulkAct =
  | { kind: "archive" }
  | { kind: "restore" }
  | { kind: "assign"; agentId: string }
  | { kind: "unassign"; agentId: string };

/** `Archiving 12 companies`. */
export function companyBulkTitle(act: CompanyBulkAct, total: number): string {
  const companies = total === 1 ? "1 company" : `${total.toLocaleString("en")} companies`;
  switch (act.kind) {
    case "archive":
      return `Archiving ${companies}`;
    case "restore":
      return `Restoring ${companies}`;
    case "assign":
      return `Assigning an agent to ${companies}`;
    case "unassign":
      return `Unassigning an agent from ${companies}`;
  }
}
