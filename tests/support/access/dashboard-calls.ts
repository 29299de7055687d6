import { type Call, hiddenFromCustomers } from "./callers.ts";

const timeZone = "Europe/Berlin";
const row = hiddenFromCustomers;

/** The access matrix of the dashboard: customers have none. */
export const dashboardCalls: Call[] = [
  { call: "dashboard.totals", input: () => ({ timeZone }), row },
  { call: "dashboard.days", input: () => ({ timeZone }), row },
  { call: "dashboard.arrivals", input: () => ({ timeZone }), row },
  { call: "dashboard.breakdown", input: () => ({ timeZone, by: "company" }), row },
  { call: "dashboard.agents", input: () => ({ timeZone }), row },
  { call: "dashboard.ratings", input: () => ({ timeZone, by: "company" }), row },
  { call: "dashboard.ratingComments", input: () => ({ timeZone }), row },
  { call: "dashboard.todo", input: () => ({ timeZone }), row },
];

export const dashboardRouteCalls: Call[] = [
  { call: "GET /node/dashboard/csv/:block", input: () => ({ block: "days", timeZone }), row },
];
