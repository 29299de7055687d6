import { AppError } from "../../shared/errors.ts";
import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import type { UserBulkInput, UserPatch } from "../../shared/schemas/users.ts";
import { invitationEnded, type UserBulkAct, userBulkTitle } from "../../shared/user-bulk.ts";
import { fullName, userLimits } from "../../shared/users.ts";
import type { Actor } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import type { ItemDone, ItemOutcome, JobDeps, JobHandler, JobItem } from "../jobs/handlers.ts";
import { beginJob, type JobAnswer } from "../jobs/start-job.ts";
import { tryItem } from "../jobs/try-item.ts";
import { undoJob } from "../jobs/undo-job.ts";
import { assertCompaniesExist } from "./companies.ts";
import { assertActorIsSuperAdmin, lockSuperAdmins, lockUser } from "./guards.ts";
import { resendTo } from "./links.ts";
import type { UserBefore } from "./plan-update.ts";
import { changeUser } from "./update-user.ts";

/** Applies the same change to each user as their own page would. */
export const userBulkHandler: JobHandler<UserBulkAct> = {
  run(tx, deps, act, items) {
    const of = { actor: deps.actor, items, companyIds: companiesIn(act) };
    return forEachUser(tx, of, async () => async (id) => {
      const user = await lockUser(tx, id);
      if (act.kind === "invite") {
        await resendTo(tx, deps, user, true);
        return {};
      }
      const done = await changeUser(tx, deps, id, patchFor(act, user));
      if (!done) return {};
      const { before, after } = done.undo;
      const hadEnded = before.state === "disabled" && after.state === "invited";
      return {
        madeId: done.auditId,
        undo: { ...done.undo, left: done.left },
        remark: hadEnded ? invitationEnded : undefined,
      };
    });
  },
  title: userBulkTitle,
  isForGood: ({ kind }) => kind === "invite",
};

function companiesIn(act: UserBulkAct): string[] {
  if (act.kind === "role") return act.companyIds ?? [];
  return "companyId" in act ? [act.companyId] : [];
}

/** The patch of an action for one user. */
function patchFor(act: Exclude<UserBulkAct, { kind: "invite" }>, user: UserBefore): UserPatch {
  if (act.kind === "state") return { state: act.state };
  if (act.kind === "role") {
    const { role, companyScope, companyIds } = act;
    return {
      role,
      ...(companyScope && { companyScope }),
      ...(companyIds && { companies: companyIds.map((id) => ({ id })) }),
    };
  }
  if (user.role === "Super Admin") {
    throw new AppError("invalid_input", { message: "A Super Admin sees all companies." });
  }
  const others = user.companies.filter(({ id }) => id !== act.companyId);
  if (act.kind === "remove-company") return { companies: others };
  if (others.length >= userLimits.companies) {
    throw new AppError("invalid_input", {
      message: `A user can have at most ${userLimits.companies} companies.`,
    });
  }
  const before = user.companies.find(({ id }) => id === act.companyId);
  const seesAllTickets = act.seesAllTickets ?? before?.seesAllTickets ?? false;
  return { companies: [...others, { id: act.companyId, seesAllTickets }] };
}

export async function changeManyUsers(
  deps: JobDeps,
  { requestId, act, ids }: UserBulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "user-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyUsers(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "user-bulk", by: "user-bulk-undo" });
}

/** The outcome for one user. The remark is a plain message. */
export type UserDone = Omit<ItemDone, "remark"> & { remark?: string | undefined };

/**
 * Runs a change for each user, after locking all of them. A refused user is left unchanged. If the actor
 * is no longer a Super Admin, all are refused.
 */
export async function forEachUser(
  tx: Tx,
  { actor, items, companyIds }: { actor: Actor; items: readonly JobItem[]; companyIds: string[] },
  begin: (ids: readonly string[]) => Promise<(id: string) => Promise<UserDone>>,
): Promise<ItemOutcome[]> {
  const ids = items.map(({ subjectId }) => subjectId);
  await lockSuperAdmins(tx, ids);
  const refusal = await findRefusal(tx, actor, companyIds);
  const run = refusal ? () => Promise.reject(refusal) : await begin(ids);
  const outcomes: ItemOutcome[] = [];
  for (const id of ids) outcomes.push(await tryOne(tx, id, run));
  if (outcomes.some(({ state }) => state === "done")) await notifyPages(tx, "users");
  return outcomes;
}

function tryOne(tx: Tx, id: string, run: (id: string) => Promise<UserDone>): Promise<ItemOutcome> {
  return tryItem(
    async () => {
      const { remark: message, ...done } = await run(id);
      return message ? { ...done, remark: { subject: await nameOf(tx, id), message } } : done;
    },
    () => nameOf(tx, id),
  );
}

/** Checked before any user is changed, because a refused item must not write anything. */
async function findRefusal(
  tx: Tx,
  actor: Actor,
  companyIds: readonly string[],
): Promise<AppError | null> {
  try {
    await assertActorIsSuperAdmin(tx, actor);
    await assertCompaniesExist(tx, companyIds);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const user = await tx
    .selectFrom("users")
    .select(["first_name as firstName", "last_name as lastName", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return user && !user.deleted_at ? fullName(user) : "A deleted user";
}
