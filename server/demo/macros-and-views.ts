import type { SaveMacroInput } from "../../shared/schemas/macros.ts";
import type { SaveViewInput } from "../../shared/schemas/views.ts";
import type { Db } from "../db/database.ts";
import { saveMacro } from "../macros/commands.ts";
import { saveView } from "../views/commands.ts";
import { actingAs } from "./work-together.ts";

const adminEmail = "admin@demo.test";
const agentEmail = "agent@demo.test";

const macros: readonly (SaveMacroInput & { by: string })[] = [
  {
    by: adminEmail,
    name: "Ask for a screenshot",
    body: "Hello {{requester.firstName}},\n\ncould you send us a screenshot and the time it happened? That lets us find the entry in our log right away.\n\nBest regards\n{{agent.firstName}}",
    shared: true,
    changes: { status: "pending" },
  },
  {
    by: adminEmail,
    name: "Known issue, fix in progress",
    body: "Hello {{requester.firstName}},\n\nthanks for reporting this. It's a known issue and we're working on a fix. I'll update you here as soon as it's out; there's nothing you need to do until then.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "on-hold", addTags: ["known-problem"] },
  },
  {
    by: adminEmail,
    name: "No reply, resolving for now",
    body: "Hello {{requester.firstName}},\n\nI haven't heard back from you, so I'm marking {{ticket.number}} as resolved. If you still need help, just reply here and it comes straight back to me.\n\n{{agent.firstName}}",
    shared: true,
    changes: { status: "resolved" },
  },
  {
    by: agentEmail,
    name: "Scanner: reset and pair again",
    body: "Hello {{requester.firstName}},\n\nplease hold **power** and **volume down** for ten seconds until the scanner restarts, then scan the code under *Settings → Devices → Pair*. It takes about two minutes and keeps the settings.\n\n{{agent.firstName}}",
    shared: false,
    changes: { status: "pending", assignee: "me", addTags: ["scanner"] },
  },
];

const views: readonly (Pick<SaveViewInput, "name" | "q" | "shared"> & { by: string })[] = [
  { by: adminEmail, name: "Overdue", q: "is:overdue", shared: true },
  {
    by: adminEmail,
    name: "Urgent and unassigned",
    q: "priority:urgent,high is:unassigned is:open",
    shared: true,
  },
  { by: adminEmail, name: "Rated this month", q: "has:rating resolved:>-30d", shared: false },
  {
    by: agentEmail,
    name: "Harbour, open",
    q: 'company:"Harbour Logistics" is:open',
    shared: false,
  },
  {
    by: agentEmail,
    name: "My waiting for customers",
    q: "assignee:me waiting:customer",
    shared: false,
  },
];

/** Macros and saved views, some shared and some private. */
export async function saveDemoMacrosAndViews(db: Db, now: Date): Promise<void> {
  for (const { by, ...macro } of macros)
    await saveMacro(await actingAs(db, by, now), macro, Bun.randomUUIDv7());
  for (const { by, ...view } of views) {
    const everywhere = { timeZone: null, sort: null, descending: null };
    await saveView(await actingAs(db, by, now), { ...view, ...everywhere }, Bun.randomUUIDv7());
  }
}
