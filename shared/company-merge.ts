import type { CompanyAgent } from "./companies.ts";
import type { CompanyRef } from "./users.ts";

/** What a merge of one company into another changes, shown before it is confirmed. */
export interface CompanyMergePreview {
  source: CompanyRef;
  target: CompanyRef;
  tickets: number;
  openTickets: number;
  members: number;
  domains: string[];
  hasNotes: boolean;
  /** Agents assigned to the source only. They are assigned to the target if they are selected. */
  agents: LeavingAgent[];
  /** Members who see all tickets of the source. They see all of the target if they are selected. */
  seeAllOfSource: CompanyPerson[];
  /** Users who see all tickets of the target and would also see those of the source. */
  willSeeSource: CompanyPerson[];
}

interface LeavingAgent extends CompanyAgent {
  /** Their open tickets in the source, which become unassigned if they are not selected. */
  openTickets: number;
}

interface CompanyPerson {
  id: string;
  name: string;
  role: "Agent" | "Customer";
}

/** How many names the dialog shows. Beyond that it shows only the number. */
export const namesShown = 20;
