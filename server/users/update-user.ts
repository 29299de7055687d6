import { conflictingFields } from "../../shared/conflicts.ts";
import { AppError, type FieldError } from "../../shared/errors.ts";
import type { UserBase, UserPatch } from "../../shared/schemas/users.ts";
import type { UpdatedUser } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { revokeTicketLinks } from "../access/one-ticket-link.ts";
import { transact } from "../access/transact.ts";
import {
  isAddressGuarded,
  notifyOldAddress,
  readAddressChange,
  requestAddressChange,
} from "../auth/address-change.ts";
import { voidLinksOf } from "../auth/links.ts";
import { endSessionsOf } from "../auth/sessions.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import { queueMail } from "../events/queue-mail.ts";
import { recordAct } from "../events/record-act.ts";
import {
  type LeftTicket,
  removeFromLostTickets,
  ticketsLeftByChange,
} from "../tickets/lose-access.ts";
import { restoreToTickets, withoutThem } from "../tickets/regain-access.ts";
import { type GivenCompany, replaceCompanies, sameCompanies } from "./companies.ts";
import { refuseTakenEmail } from "./create-user.ts";
import {
  assertCanRemoveSuperAdmin,
  canRemoveSuperAdmin,
  lockSuperAdmins,
  lockUser,
} from "./guards.ts";
import { inviteAtNewAddress } from "./invitations.ts";
import { planUserUpdate, type UserBefore, type UserUpdatePlan } from "./plan-update.ts";
import { readUser } from "./queries.ts";
import { type UserUndo, undoOf } from "./undo-plan.ts";

interface UpdateOptions {
  /** The values the person saw in the changed fields. Scripts send none. */
  base?: UserBase | undefined;
  /** The actor's earlier change that this one undoes. */
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
      if (done) await notifyPages(tx, "users");
      const remark = undoes ? await restoreTickets(tx, deps, id, undoes) : undefined;
      const user = await readUser(tx, id);
      const addressChange = patch.email ? await readAddressChange(tx, id, deps.now) : null;
      return {
        user,
        changeId: done?.auditId ?? null,
        remark: remark ?? null,
        addressChange,
        invited: done?.invited ?? false,
      };
    },
    async (tx) => canRemoveSuperAdmin(patch) && (await lockSuperAdmins(tx, [id])),
  ).catch(refuseTakenEmail);
}

/** Restores the tickets that the undone change took away. Returns a remark about those it could not. */
async function restoreTickets(
  tx: Tx,
  deps: ActorDeps,
  userId: string,
  changeId: string,
): Promise<string | undefined> {
  const left = await ticketsLeftByChange(tx, { changeId, actorId: deps.actor.id, userId });
  return withoutThem(await restoreToTickets(tx, deps, left), left.length);
}

/** Runs inside the caller's transaction. All checks come before the first write. */
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
  await assertCanRemoveSuperAdmin(tx, deps.actor, user, plan);
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
  const invited = plan.movesInvitation && (await inviteAtNewAddress(tx, deps, id));
  const by = { actorId: deps.actor.id, now: deps.now, changeId: auditId };
  const left = plan.changesRights ? await removeFromLostTickets(tx, by, id) : [];
  if (plan.endsLinks) await revokeTicketLinks(tx, [id]);
  return { auditId, undo: undoOf(user, plan), left, invited };
}

/** Emails the user, so that no one loses an account without learning of it. Only if they have a password. */
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
  /** The entry in the audit log. */
  auditId: string;
  undo: UserUndo;
  /** The tickets they were removed from. */
  left: LeftTicket[];
  /** An invitation is being sent to the new address. */
  invited: boolean;
}

/** Refuses to overwrite what someone else changed. The meaning of companies depends on the role. */
export function assertUserUnchanged(user: UserBefore, patch: UserPatch, base: UserBase): void {
  const current = valuesOf(user);
  const values = { current, from: base, to: patch };
  const fields = conflictingFields(fieldsIn(patch), values, isSame);
  if (fields.length === 0) return;
  const errors = fields.map(
    (field): FieldError => ({ field, message: describeConflict(field, current[field]) }),
  );
  throw new AppError("user_conflict", { fields: errors });
}

function fieldsIn(patch: UserPatch): (keyof UserPatch)[] {
  const given = (Object.keys(patch) as (keyof UserPatch)[]).filter(
    (field) => patch[field] !== undefined,
  );
  return given.includes("companies") ? [...new Set([...given, "role" as const])] : given;
}

function describeConflict(field: keyof UserPatch, value: unknown): string {
  if (field === "companies") return "Someone else changed the companies.";
  if (value === null || value === "") return "Someone else cleared this.";
  return `Someone else changed this to “${value}”.`;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return sameCompanies(one as GivenCompany[], other as GivenCompany[]);
  }
  return (one || null) === (other || null);
}

function valuesOf(user: UserBefore): Record<keyof UserPatch, unknown> {
  return {
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    role: user.role,
    companies: user.companies,
    companyScope: user.company_scope,
    phone: user.phone,
    timeZone: user.time_zone,
    state: user.state,
  };
}
