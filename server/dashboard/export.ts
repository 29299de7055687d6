import { csvHead, csvLine } from "../../shared/csv.ts";
import { type AskedRange, todayIn } from "../../shared/dashboard/days.ts";
import type { DashboardBlock } from "../../shared/dashboard/figures.ts";
import {
  type BlockInput,
  blockInput,
  type DashboardCsvQuery,
} from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { type AuditEntry, recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";
import { readAgents } from "./agents.ts";
import { readArrivals } from "./arrivals.ts";
import { readBreakdown } from "./breakdown.ts";
import {
  agentTable,
  arrivalTable,
  breakdownTable,
  dayTable,
  todoTable,
  totalTable,
} from "./csv-tables.ts";
import { readDays } from "./per-day.ts";
import { readTodo } from "./todo.ts";
import { readTotals } from "./totals.ts";

/** A block as CSV, with all of its rows. Who took it is written down. */
export async function exportBlock(
  deps: ActorDeps,
  block: DashboardBlock,
  query: DashboardCsvQuery,
): Promise<{ name: string; text: string }> {
  const { period, from, to, compare, by = "status", of = "open", ...viewer } = query;
  const range: AskedRange | undefined = from && to ? { from, to } : period;
  const asked: BlockInput = blockInput.parse({ ...viewer, range });
  const tables: Record<DashboardBlock, () => Promise<string[][]>> = {
    totals: async () => totalTable(await readTotals(deps, { ...asked, compare: !compare })),
    days: async () => dayTable(await readDays(deps, asked)),
    arrivals: async () => arrivalTable(await readArrivals(deps, asked)),
    breakdown: async () =>
      breakdownTable(by, await readBreakdown(deps, { ...asked, by, of, limit: everyRow })),
    agents: async () => agentTable(await readAgents(deps, asked)),
    todo: async () => todoTable(await readTodo(deps, viewer)),
  };
  const [head = [], ...rows] = await tables[block]();
  const entry: AuditEntry = {
    act: "dashboard.exported",
    actorId: deps.actor.id,
    subject: { kind: "dashboard", id: null },
    fields: [block, ...Object.keys(query).sort()],
  };
  await transact(deps, (tx, deps) => recordAct(tx, entry, deps));
  const name = block === "breakdown" ? `${of}-by-${by}` : block;
  const day = todayIn(asked.timeZone, deps.now);
  const text = csvHead(head) + rows.map((row) => csvLine(row)).join("");
  return { name: `dashboard-${name}-${day}`, text };
}

const everyRow = 1_000_000;
