import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { undoTitle } from "../../shared/jobs.ts";
import { invitationEnded } from "../../shared/user-bulk.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { isAfter } from "../events/audit-queries.ts";
import type { JobHandler } from "../jobs/handlers.ts";
import { wholeOrNot } from "../jobs/try-item.ts";
import type { UndoneJob } from "../jobs/undo-job.ts";
import type { LeftTicket } from "../tickets/lose-access.ts";
import { restoreToTickets, withoutThem } from "../tickets/regain-access.ts";
import { forEachUser, type UserDone } from "./bulk.ts";
import { lockUser } from "./guards.ts";
import { changedSince, decisionsOf, planUserUndo, type UserUndo } from "./undo-plan.ts";
import { changeUser } from "./update-user.ts";

type Deps = Omit<ActorDeps, "db">;

/** Undoes a bulk change user by user. Later changes stay. */
export const userBulkUndoHandler: JobHandler<UndoneJob> = {
  run(tx, deps, { jobId }, items) {
    const of = { actor: deps.actor, items, companyIds: [] };
    return forEachUser(tx, of, async (ids) => {
      const changes = await changesOf(tx, jobId, ids);
      return (id) => wholeOrNot(tx, () => undoForUser(tx, deps, id, changes.get(id)));
    });
  },
  title: (_input, total) => undoTitle(total, "user"),
};

/** The change a job made to one user. */
interface DoneChange {
  userId: string;
  undo: UserUndo & { left: LeftTicket[] };
  /** The fields changed after it. */
  since: string[];
}

/** Ended sessions and links are not restored. */
async function undoForUser(
  tx: Tx,
  deps: Deps,
  id: string,
  change: DoneChange | undefined,
): Promise<UserDone> {
  if (!change) throw new AppError("undo_too_late");
  const { undo, since } = change;
  const user = await lockUser(tx, id);
  for (const decided of decisionsOf(undo)) {
    if (fieldsOf[decided].some((field) => since.includes(field))) throw changedSince(decided);
  }
  const done = await changeUser(tx, deps, id, planUserUndo(user, undo));
  const without = await restoreToTickets(tx, deps, undo.left);
  const remark = [
    undo.before.state === "invited" && undo.after.state === "disabled" && invitationEnded,
    withoutThem(without, undo.left.length),
  ];
  return {
    ...(done && { madeId: done.auditId }),
    remark: remark.filter(Boolean).join(" ") || undefined,
  };
}

/** The field names in the audit log. */
const fieldsOf = { state: ["state"], role: ["role", "companyScope"] } as const;

/** Read under the users' locks, so that later changes and their log entries wait for this. */
async function changesOf(
  tx: Tx,
  jobId: string,
  ids: readonly string[],
): Promise<Map<string, DoneChange>> {
  const { rows } = await sql<DoneChange>`
    select subject_id as "userId", undo, array(
      select distinct field from audit_log log, unnest(log.fields) field
      where log.subject_id = item.subject_id and log.subject_kind = 'user'
        and ${isAfter("log", "item.made_id")}) as since
    from job_items item
    where job_id = ${jobId} and subject_id = any(${[...ids]}::uuid[])
      and undo is not null`.execute(tx);
  return new Map(rows.map((row) => [row.userId, row]));
}
