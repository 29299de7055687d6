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
  /** Agents to whom it is assigned; those who see every company are not counted. */
  agentCount: number;
  ticketCounts: Record<TicketStatus, number>;
  createdAt: string;
}

export const companySorts = ["name", "members", "agents", "open", "created"] as const;
export type CompanySort = (typeof companySorts)[number];

/** The newest, or the largest, comes first unless one turns it around. */
export function descendsByItself(sort: CompanySort): boolean {
  return sort !== "name";
}

export interface CompanyPage {
  companies: Company[];
  nextCursor: string | null;
}

/** A company with all that its page shows. */
export interface CompanyDetails extends Company {
  notes: string;
  /** Its tickets are on their way to another company. */
  mergingInto: CompanyRef | null;
  agents: CompanyAgent[];
  /** Agents who see every company, this one too. */
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

/** Somebody who can be made a member or an agent of a company. */
export interface CompanyCandidate {
  id: string;
  name: string;
  /** What tells them from others of the same name. */
  hint: string;
}

/** What is done to many companies at once. */
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
      return `Taking ${companies} out of the archive`;
    case "assign":
      return `Assigning an agent to ${companies}`;
    case "unassign":
      return `Taking an agent off ${companies}`;
  }
}
