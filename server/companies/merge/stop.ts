import type { CompanyDetails } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../actor.ts";
import { recordAct } from "../../events/record-act.ts";
import { transact } from "../../transact.ts";
import { getCompany } from "../details.ts";
import { type LockedCompany, lockCompanies } from "../lock.ts";

/**
 * What has moved stays where it is; the company stays archived, with what it still has. Where it stands so
 * already it is stopped, by whoever pressed first.
 */
export async function stopMerge(deps: ActorDeps, id: string): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const company = (await lockCompanies(tx, [id])).get(id);
    if (!company) throw new AppError("not_found");
    if (!company.merging_into_id) return assertAtRest(company);
    await tx.updateTable("companies").set({ merging_into_id: null }).where("id", "=", id).execute();
    const subject = { kind: "company", id } as const;
    const entry = { act: "company.merge-stopped", actorId: deps.actor.id, subject } as const;
    await recordAct(tx, { ...entry, tells: "companies" }, deps);
  });
  return await getCompany(deps, id);
}

function assertAtRest({ name, state }: LockedCompany): void {
  if (state === "archived") return;
  const told =
    state === "merged" ? { why: "has-merged" as const, name } : { why: "not-merging" as const };
  throw new AppError("companies_not_mergeable", { params: told });
}
