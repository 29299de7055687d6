import { sql } from "kysely";
import type { CompanyBulkAct } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import { undoTitle } from "../../shared/jobs.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { isAfter } from "../events/audit-queries.ts";
import type { ItemDone, JobHandler, JobItem } from "../jobs/handlers.ts";
import { wholeOrNot } from "../jobs/try-item.ts";
import { type UndoneJob, undoneInput } from "../jobs/undo-job.ts";
import type { LeftTicket } from "../tickets/lose-access.ts";
import { restoreToTickets, withoutThem } from "../tickets/regain-access.ts";
import { applyToCompany, forEachCompany } from "./bulk.ts";
import type { LockedCompany, LockedPerson } from "./lock.ts";

type Deps = Omit<ActorDeps, "db">;

/** Undoes a bulk change company by company. Later changes stay. */
export const companyBulkUndoHandler: JobHandler<UndoneJob> = {
  async run(tx, deps, { jobId }, items) {
    const act = await undoneInput<CompanyBulkAct>(tx, jobId);
    return await forEachCompany(tx, deps, { act, items }, async () => {
      const changes = await changesOf(tx, jobId, act, items);
      return (company, agent) =>
        wholeOrNot(tx, () => undoForCompany(tx, deps, act, { company, agent, changes }));
    });
  },
  title: (_input, total) => undoTitle(total, "company"),
};

interface DoneChange {
  companyId: string;
  left: LeftTicket[] | null;
  /** The same property changed after the job. */
  changedSince: boolean;
}

interface Concerned {
  company: LockedCompany;
  agent: LockedPerson | undefined;
  changes: ReadonlyMap<string, DoneChange>;
}

async function undoForCompany(
  tx: Tx,
  deps: Deps,
  act: CompanyBulkAct,
  { company, agent, changes }: Concerned,
): Promise<ItemDone> {
  const change = changes.get(company.id);
  const done =
    change && !change.changedSince
      ? await applyToCompany(tx, deps, inverseOf(act), company, agent)
      : null;
  // If it is already as before, someone else changed it back.
  if (!done?.madeId) throw changedSince(act);
  const left = change?.left ?? [];
  const without = await restoreToTickets(tx, deps, left);
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

function changedSince(act: CompanyBulkAct): AppError {
  const what = "agentId" in act ? "The assignment of this agent" : "The state of this company";
  return new AppError("undo_too_late", {
    message: `${what} changed since, so this was not undone.`,
  });
}

const decisions = {
  state: ["company.archived", "company.restored"],
  agent: ["company.agent-added", "company.agent-removed"],
};

/** Read under the companies' locks, so that later changes and their log entries wait for this. */
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
    ) as "changedSince"
    from job_items item
    where job_id = ${jobId} and made_id is not null
      and subject_id = any(${items.map(({ subjectId }) => subjectId)}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.companyId, row]));
}
