import { can } from "../../../shared/access.ts";
import type { CompanyBulkAct } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { tellPages } from "../../events/live-events.ts";
import type { ItemDone, ItemOutcome, JobItem } from "../../jobs/handlers.ts";
import { tryItem } from "../../jobs/try-item.ts";
import { lockActing } from "../../tickets/acts/shape/lock-people.ts";
import { type LockedCompany, type LockedPerson, lockCompanies, lockForRights } from "../lock.ts";

interface Many {
  act: CompanyBulkAct;
  items: readonly JobItem[];
}

type DoToCompany = (company: LockedCompany, agent: LockedPerson | undefined) => Promise<ItemDone>;

/** Of each of them alike, all locked first, with the agent whom it is about; what is refused stays. */
export async function forEachCompany(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  { act, items }: Many,
  begin: () => Promise<DoToCompany>,
): Promise<ItemOutcome[]> {
  const ids = items.map(({ subjectId }) => subjectId);
  await lockActing(tx, deps.actor.id);
  const [agent] = "agentId" in act ? await lockForRights(tx, [act.agentId]) : [];
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
        () => company?.name ?? "A company that is not there any more",
      ),
    );
  }
  if (outcomes.some(({ state }) => state === "done")) await tellPages(tx, "companies");
  return outcomes;
}
