import type { CompanyAgent } from "./companies.ts";
import type { CompanyRef } from "./users.ts";

/** What a merge of one company into another would mean, before anybody says yes to it. */
export interface CompanyMergePreview {
  source: CompanyRef;
  target: CompanyRef;
  tickets: number;
  openTickets: number;
  members: number;
  domains: string[];
  hasNotes: boolean;
  /** Agents of the source alone: they come along only if they are named. */
  agents: LeavingAgent[];
  /** Members who see all tickets of the source, and would see all of the target only if named. */
  seeAllOfSource: CompanyPerson[];
  /** Who sees all of the target, and so would see the tickets of the source too. */
  willSeeSource: CompanyPerson[];
}

interface LeavingAgent extends CompanyAgent {
  /** Open tickets of the source that they would leave. */
  openTickets: number;
}

interface CompanyPerson {
  id: string;
  name: string;
  role: "Agent" | "Customer";
}

/** So many names a dialog shows; whoever sees more tells how many. */
export const namesShown = 20;
