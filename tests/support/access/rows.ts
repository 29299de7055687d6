import type { Call } from "./callers.ts";
import { companyCalls } from "./company-calls.ts";
import { dashboardCalls } from "./dashboard-calls.ts";
import { deskCalls } from "./desk-calls.ts";
import { importCalls } from "./import-calls.ts";
import { sessionCalls } from "./session-calls.ts";
import { staffTicketCalls } from "./staff-ticket-calls.ts";
import { ticketCalls } from "./ticket-calls.ts";
import { userCalls } from "./user-calls.ts";
import { workCalls } from "./work-calls.ts";

/** The rows of the access matrix: every procedure, on own, another's and missing targets. */
export const procedures: Call[] = [
  ...sessionCalls,
  ...userCalls,
  ...companyCalls,
  ...ticketCalls,
  ...staffTicketCalls,
  ...workCalls,
  ...deskCalls,
  ...dashboardCalls,
  ...importCalls,
];
