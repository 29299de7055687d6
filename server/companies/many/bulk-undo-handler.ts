import { sql } from "kysely";
import type { CompanyBulkAct } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import { undoTitle } from "../../../shared/jobs.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { isAfter } from "../../events/audit-queries.ts";
import type { ItemDone, JobHandler, JobItem } from "../../jobs/handlers.ts";
import { type UndoneJob, undoneInput } from "../../jobs/undone-input.ts";
import { wholeOrNot } from "../../jobs/whole-or-not.ts";
import { comeBackTo, withoutThem } from "../../tickets/acts/come-back.ts";
import type { LeftTicket } from "../../tickets/acts/leave-scope.ts";
import type { LockedCompany, LockedPerson } from "../lock.ts";
import { doToCompany } from "./bulk-handler.ts";
import { forEachCompany } from "./one-of-many.ts";

type Deps = Omit<ActorDeps, "db">;

/** Takes back what a change of many did, company by company; what was changed since stays. */
export const companyBulkUndoHandler: JobHandler<UndoneJob> = {
  async run(tx, deps, { jobId }, items) {
    const act = await undoneInput<CompanyBulkAct>(tx, jobId);
    return await forEachCompany(tx, deps, { act, items }, async () => {
      const changes = await changesOf(tx, jobId, act, items);
      return (company, agent) =>
        wholeOrNot(tx, () => takeBack(tx, deps, act, { company, agent, changes }));
    });
  },
  title: (_input, total) => undoTitle(total, "company"),
};

interface DoneChange {
  companyId: string;
  left: LeftTicket[] | null;
  /** The same was decided about it after the job. */
  decidedAnew: boolean;
}

interface Concerned {
  company: LockedCompany;
  agent: LockedPerson | undefined;
  changes: ReadonlyMap<string, DoneChange>;
}

async function takeBack(
  tx: Tx,
  deps: Deps,
  act: CompanyBulkAct,
  { company, agent, changes }: Concerned,
): Promise<ItemDone> {
  const change = changes.get(company.id);
  const done =
    change && !change.decidedAnew
      ? await doToCompany(tx, deps, inverseOf(act), company, agent)
      : null;
  // Where it stands as before already, somebody else saw to it.
  if (!done?.madeId) throw decidedAnew(act);
  const left = change?.left ?? [];
  const without = await comeBackTo(tx, deps, left);
  const message = withoutThem(without, left.length);
  return { ...done, ...(message && { remark: { subject: company.name, message } }) };
}

function inverseOf(act: CompanyBulkAct): CompanyBulkAct {
  switch (act.kind) {
    case "archive":
      return { kind: "restore" };
    case "restore":
      return { kind: "archive" };
    case "assign":
      return { kind: "unassign", agentId: act.agentId };
    case "unassign":
      return { kind: "assign", agentId: act.agentId };
  }
}

function decidedAnew(act: CompanyBulkAct): AppError {
  const what = "agentId" in act ? "whether that agent is assigned to it" : "its state";
  return new AppError("undo_too_late", {
    message: `Somebody changed ${what} since, so nothing of it was taken back.`,
  });
}

const decisions = {
  state: ["company.archived", "company.restored"],
  agent: ["company.agent-added", "company.agent-removed"],
};

/**
 * Read under the companies' locks, under which each line of the log about them took its place: what is
 * decided later waits for the end of this.
 */
async function changesOf(
  tx: Tx,
  jobId: string,
  act: CompanyBulkAct,
  items: readonly JobItem[],
): Promise<Map<string, DoneChange>> {
  const agentId = "agentId" in act ? act.agentId : null;
  const acts = agentId ? decisions.agent : decisions.state;
  const { rows } = await sql<DoneChange>`
    select subject_id as "companyId", undo -> 'left' as left, exists (
      select from audit_log log
      where log.subject_id = item.subject_id and ${isAfter("log", "item.made_id")}
        and log.act = any(${acts}::text[])
        and (${agentId}::uuid is null or exists (
          select from audit_personal beside
          where beside.audit_id = log.id and beside.person_id = ${agentId}::uuid))
    ) as "decidedAnew"
    from job_items item
    where job_id = ${jobId} and made_id is not null
      and subject_id = any(${items.map(({ subjectId }) => subjectId)}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.companyId, row]));
}
