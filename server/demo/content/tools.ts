import type { SaveMacroInput } from "../../../shared/schemas/macros.ts";
import type { SaveViewInput } from "../../../shared/schemas/views.ts";
import type { Db } from "../../db/database.ts";
import { saveMacro } from "../../macros/commands.ts";
import { saveView } from "../../views/commands.ts";
import { actingAs } from "../acting.ts";

const admin = "admin@demo.test";
const agent = "agent@demo.test";

const macros: readonly (SaveMacroInput & { by: string })[] = [
  {
    by: admin,
    name: "Ask for a screenshot",
    body: "Hello {{requester.firstName}},\n\ncould you send us a screenshot of what you see, with the time? With it we find the line in our log at once.\n\nBest regards\n{{agent.firstName}}",
    shared: true,
    changes: { status: "pending" },
  },
  {
    by: admin,
    name: "Known problem, fix is under way",
    body: "Hello {{requester.firstName}},\n\nthank you for telling us. We know of this and are at work on it; I write here again as soon as it is fixed. You need do nothing until then.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "on-hold", addTags: ["known-problem"] },
  },
  {
    by: admin,
    name: "No answer, closing for now",
    body: "Hello {{requester.firstName}},\n\nI have not heard from you for a while and mark {{ticket.number}} as solved. If it is not, simply answer here and it lands with me again.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "resolved" },
  },
  {
    by: agent,
    name: "Scanner: reset and pair again",
    body: "Hello {{requester.firstName}},\n\nplease hold **power** and **volume down** for ten seconds until the scanner restarts, then scan the code under *Settings → Devices → Pair*. That takes two minutes and keeps its settings.\n\n{{agent.firstName}}",
    shared: false,
    changes: { status: "pending", assignee: "me", addTags: ["scanner"] },
  },
];

const views: readonly (Pick<SaveViewInput, "name" | "q" | "shared"> & { by: string })[] = [
  { by: admin, name: "Overdue", q: "is:overdue", shared: true },
  {
    by: admin,
    name: "Urgent, nobody on it",
    q: "priority:urgent,high is:unassigned is:open",
    shared: true,
  },
  { by: admin, name: "Rated this month", q: "has:rating resolved:>-30d", shared: false },
  { by: agent, name: "Harbour, open", q: 'company:"Harbour Logistics" is:open', shared: false },
  { by: agent, name: "My waiting for customers", q: "assignee:me waiting:customer", shared: false },
];

/** Replies that are at hand, and lists that were kept: some for all, some for oneself. */
export async function saveDemoTools(db: Db, now: Date): Promise<void> {
  for (const { by, ...macro } of macros)
    await saveMacro(await actingAs(db, by, now), macro, Bun.randomUUIDv7());
  for (const { by, ...view } of views) {
    const everywhere = { timeZone: null, sort: null, descending: null };
    await saveView(await actingAs(db, by, now), { ...view, ...everywhere }, Bun.randomUUIDv7());
  }
}
