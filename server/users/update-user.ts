import type { UserBase, UserPatch } from "../../shared/schemas/users.ts";
import type { UpdatedUser } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import {
  isAddressGuarded,
  notifyOldAddress,
  readAddressChange,
  requestAddressChange,
} from "../auth/address-change.ts";
import { voidLinksOf } from "../auth/links.ts";
import { endSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/live-events.ts";
import { queueMail } from "../events/queue-mail.ts";
import { recordAct } from "../events/record-act.ts";
import { comeBackTo, withoutThem } from "../tickets/acts/come-back.ts";
import {
  type LeftTicket,
  leaveWhatIsOutOfScope,
  leftByChange,
} from "../tickets/acts/leave-scope.ts";
import { transact } from "../transact.ts";
import { replaceCompanies } from "./companies.ts";
import { assertUserUnchanged } from "./conflicts.ts";
import { addressTaken } from "./create/address-taken.ts";
import { assertStaysGoverned, lockGovernors, lockUser, mayUngovern } from "./guards.ts";
import { planUserUpdate, type UserBefore, type UserUpdatePlan } from "./plan-update.ts";
import { readUser } from "./queries.ts";
import { type UserUndo, undoOf } from "./undo-plan.ts";
import { inviteAnew } from "./way-in/invite-anew.ts";

interface UpdateOptions {
  /** What the person saw in the fields that they change; scripts send none. */
  base?: UserBase | undefined;
  /** The change of one's own that this takes back. */
  undoes?: string | undefined;
}

export async function updateUser(
  deps: ActorDeps,
  id: string,
  patch: UserPatch,
  { base, undoes }: UpdateOptions = {},
): Promise<UpdatedUser> {
  return await transact(
    deps,
    async (tx, deps) => {
      const done = await changeUser(tx, deps, id, patch, base);
      if (done) await tellPages(tx, "users");
      const remark = undoes ? await giveBack(tx, deps, id, undoes) : undefined;
      const user = await readUser(tx, id);
      const addressChange = patch.email ? await readAddressChange(tx, id, deps.now) : null;
      return {
        ...{ user, changeId: done?.auditId ?? null, remark: remark ?? null, addressChange },
        invited: done?.invited ?? false,
      };
    },
    async (tx) => mayUngovern(patch) && (await lockGovernors(tx, [id])),
  ).catch(addressTaken);
}

/** The tickets that a change took from them. Answers which of these stay without them. */
async function giveBack(
  tx: Tx,
  deps: ActorDeps,
  userId: string,
  changeId: string,
): Promise<string | undefined> {
  const left = await leftByChange(tx, { changeId, actorId: deps.actor.id, userId });
  return withoutThem(await comeBackTo(tx, deps, left), left.length);
}

/** In somebody's transaction. What is refused is refused before anything is written. */
export async function changeUser(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  id: string,
  patch: UserPatch,
  base: UserBase = {},
): Promise<ChangedUser | null> {
  const user = await lockUser(tx, id);
  assertUserUnchanged(user, patch, base);
  const { email } = patch;
  const asksForAddress = email !== undefined && email !== user.email && isAddressGuarded(user);
  const plan = planUserUpdate(user, asksForAddress ? { ...patch, email: undefined } : patch);
  await assertStaysGoverned(tx, deps.actor, user, plan);
  if (plan.changed.length === 0) {
    if (asksForAddress) await requestAddressChange(tx, deps, user, email);
    return null;
  }
  if (Object.keys(plan.set).length > 0) {
    await tx.updateTable("users").set(plan.set).where("id", "=", id).execute();
  }
  if (plan.companies) await replaceCompanies(tx, id, plan.companies);
  if (plan.endsSessions) await endSessionsOf(tx, id);
  if (plan.endsLinks) await voidLinksOf(tx, [id], deps.now);
  await notifyOfChange(tx, deps, user, plan);
  if (asksForAddress) await requestAddressChange(tx, deps, { ...user, state: plan.state }, email);
  const auditId = await recordAct(
    tx,
    {
      act: "user.updated",
      actorId: deps.actor.id,
      subject: { kind: "user", id },
      fields: plan.changed,
      personal: { before: plan.before, after: plan.after },
    },
    deps,
  );
  const invited = plan.movesInvitation && (await inviteAnew(tx, deps, id));
  const by = { actorId: deps.actor.id, now: deps.now, changeId: auditId };
  const left = plan.changesRights ? await leaveWhatIsOutOfScope(tx, by, id) : [];
  return { auditId, undo: undoOf(user, plan), left, invited };
}

/** By mail, so that no one loses an account without learning of it. No one was in yet who has no password. */
async function notifyOfChange(
  tx: Tx,
  { actor, now }: Omit<ActorDeps, "db">,
  user: UserBefore,
  { set, role }: UserUpdatePlan,
): Promise<void> {
  if (!user.has_password || user.state === "disabled") return;
  const askedBy = actor.id;
  if ("email" in set) await notifyOldAddress(tx, { userId: user.id, ...user, askedBy }, now);
  if (!("role" in set)) return;
  const mail = { template: "role-changed", userId: user.id, data: { askedBy, role } } as const;
  await queueMail(tx, { ...mail, oneOfMany: true }, now);
}

interface ChangedUser {
  /** What tells of it. */
  auditId: string;
  undo: UserUndo;
  /** The tickets in which they lost their part. */
  left: LeftTicket[];
  /** An invitation is on its way to their new address. */
  invited: boolean;
}
