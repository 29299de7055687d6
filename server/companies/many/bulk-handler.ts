import { type CompanyBulkAct, companyBulkTitle } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import type { ItemDone, JobHandler } from "../../jobs/handlers.ts";
import { addAgent, removeAgent } from "../assign-agent.ts";
import type { LockedCompany, LockedPerson } from "../lock.ts";
import { changeCompany } from "../update-company.ts";
import { forEachCompany } from "./one-of-many.ts";

/** Each company's change is the one that its own page makes. */
export const companyBulkHandler: JobHandler<CompanyBulkAct> = {
  run(tx, deps, act, items) {
    const many = { act, items };
    return forEachCompany(tx, deps, many, async () => (company, agent) => {
      return doToCompany(tx, deps, act, company, agent);
    });
  },
  title: companyBulkTitle,
};

/** What is refused is refused before anything of it is written. */
export async function doToCompany(
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
  if (!agent) throw new AppError("invalid_input", { message: "That agent is not there any more." });
  if (act.kind === "assign") {
    const madeId = await addAgent(tx, deps, agent, company.id);
    return madeId ? { madeId } : {};
  }
  const gone = await removeAgent(tx, deps, agent, company.id);
  return gone ? { madeId: gone.auditId, undo: { left: gone.left } } : {};
}
