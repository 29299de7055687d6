import { AppError } from "../../../shared/errors.ts";
import type { UserPatch } from "../../../shared/schemas/users.ts";
import { endedInvitation, type UserBulkAct, userBulkTitle } from "../../../shared/user-bulk.ts";
import { userLimits } from "../../../shared/users.ts";
import type { JobHandler } from "../../jobs/handlers.ts";
import { lockUser } from "../guards.ts";
import type { UserBefore } from "../plan-update.ts";
import { changeUser } from "../update-user.ts";
import { inviteAgain } from "../way-in/reset-by-admin.ts";
import { forEachUser } from "./one-of-many.ts";

/** Each user's change is the one that their own page makes. */
export const userBulkHandler: JobHandler<UserBulkAct> = {
  run(tx, deps, act, items) {
    const of = { actor: deps.actor, items, companyIds: companiesIn(act) };
    return forEachUser(tx, of, async () => async (id) => {
      const user = await lockUser(tx, id);
      if (act.kind === "invite") {
        await inviteAgain(tx, deps, user, true);
        return {};
      }
      const done = await changeUser(tx, deps, id, patchFor(act, user));
      if (!done) return {};
      const { before, after } = done.undo;
      const hadEnded = before.state === "disabled" && after.state === "invited";
      return {
        ...{ madeId: done.auditId, undo: { ...done.undo, left: done.left } },
        remark: hadEnded ? endedInvitation : undefined,
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

/** What the act means for this one user. */
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
    throw new AppError("invalid_input", { message: "A Super Admin sees every company." });
  }
  const others = user.companies.filter(({ id }) => id !== act.companyId);
  if (act.kind === "remove-company") return { companies: others };
  if (others.length >= userLimits.companies) {
    throw new AppError("invalid_input", {
      message: `A user can have ${userLimits.companies} companies at most.`,
    });
  }
  const before = user.companies.find(({ id }) => id === act.companyId);
  const seesAllTickets = act.seesAllTickets ?? before?.seesAllTickets ?? false;
  return { companies: [...others, { id: act.companyId, seesAllTickets }] };
}
