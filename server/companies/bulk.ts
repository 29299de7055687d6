import { can } from "../../shared/access.ts";
import { type CompanyBulkAct, companyBulkTitle } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import type { CompanyBulkInput } from "../../shared/schemas/companies.ts";
import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import type { ItemDone, ItemOutcome, JobDeps, JobHandler, JobItem } from "../jobs/handlers.ts";
import { beginJob, type JobAnswer } from "../jobs/start-job.ts";
import { tryItem } from "../jobs/try-item.ts";
import { undoJob } from "../jobs/undo-job.ts";
import { lockActing } from "../tickets/lock.ts";
import { type LockedCompany, type LockedPerson, lockCompanies, lockPeopleById } from "./lock.ts";
import { addAgent, removeAgent } from "./people.ts";
import { changeCompany } from "./update-company.ts";

/** Applies the same change to each company as its own page would. */
export const companyBulkHandler: JobHandler<CompanyBulkAct> = {
  run(tx, deps, act, items) {
    const many = { act, items };
    return forEachCompany(tx, deps, many, async () => (company, agent) => {
      return applyToCompany(tx, deps, act, company, agent);
    });
  },
  title: companyBulkTitle,
};

/** All checks come before the first write. */
export async function applyToCompany(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  act: CompanyBulkAct,
  company: LockedCompany,
  agent: LockedPerson | undefined,
): Promise<ItemDone> {
  if (act.kind === "archive" || act.kind === "restore") {
    const state = act.kind === "archive" ? "archived" : "active";
    const madeId = await changeCompany(tx, deps, company, { state });
    return madeId ? { madeId } : {};
  }
  if (!agent) throw new AppError("invalid_input", { message: "This agent no longer exists." });
  if (act.kind === "assign") {
    const madeId = await addAgent(tx, deps, agent, company.id);
    return madeId ? { madeId } : {};
  }
  const removed = await removeAgent(tx, deps, agent, company.id);
  return removed ? { madeId: removed.auditId, undo: { left: removed.left } } : {};
}

export async function changeManyCompanies(
  deps: JobDeps,
  { requestId, act, ids }: CompanyBulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "company-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyCompanies(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "company-bulk", by: "company-bulk-undo" });
}

interface Many {
  act: CompanyBulkAct;
  items: readonly JobItem[];
}

type DoToCompany = (company: LockedCompany, agent: LockedPerson | undefined) => Promise<ItemDone>;

/** Runs a change for each company, after locking all of them and the agent. */
export async function forEachCompany(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  { act, items }: Many,
  begin: () => Promise<DoToCompany>,
): Promise<ItemOutcome[]> {
  const ids = items.map(({ subjectId }) => subjectId);
  await lockActing(tx, deps.actor.id);
  const [agent] = "agentId" in act ? await lockPeopleById(tx, [act.agentId]) : [];
  const none = new Map<string, LockedCompany>();
  const companies = ids.length > 0 ? await lockCompanies(tx, ids) : none;
  const run = await begin();
  const outcomes: ItemOutcome[] = [];
  for (const id of ids) {
    const company = companies.get(id);
    outcomes.push(
      await tryItem(
        async () => {
          if (!can(deps.actor, "company.write")) throw new AppError("forbidden");
          if (!company || company.state === "merged") throw new AppError("not_found");
          return await run(company, agent);
        },
        () => company?.name ?? "A deleted company",
      ),
    );
  }
  if (outcomes.some(({ state }) => state === "done")) await notifyPages(tx, "companies");
  return outcomes;
}
