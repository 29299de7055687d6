import { AppError } from "../../shared/errors.ts";
import type { CreateUserInput, UserPatch } from "../../shared/schemas/users.ts";
import type { User } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import { voidLinksOf } from "../auth/links.ts";
import { endSessionsOf } from "../auth/session.ts";
import type { Tx } from "../db/database.ts";
import { recordAudit } from "../events/audit.ts";
import { enqueueMail, eraseMailsOf } from "../mail/outbox.ts";
import { addressTaken } from "./address.ts";
import { replaceCompanies, rightsFor } from "./companies.ts";
import { assertStaysGoverned, lockUser } from "./guards.ts";
import { planUserUpdate } from "./plan-update.ts";
import { findUser } from "./queries.ts";

/** The invitation goes out with the same commit that makes the user. */
export async function createUser(deps: ActorDeps, input: CreateUserInput): Promise<User> {
  const id = Bun.randomUUIDv7();
  const { firstName, lastName, email, role } = input;
  return await deps.db
    .transaction()
    .execute(async (tx) => {
      const { companyScope, companies } = await rightsFor(tx, input);
      await tx
        .insertInto("users")
        .values({
          id,
          first_name: firstName,
          last_name: lastName,
          email,
          role,
          state: "invited",
          company_scope: companyScope,
          phone: input.phone || null,
          time_zone: input.timeZone ?? null,
          created_at: deps.now,
        })
        .execute();
      await replaceCompanies(tx, id, companies);
      await enqueueMail(
        tx,
        { template: "invitation", userId: id, data: { askedBy: deps.actor.id } },
        deps.now,
      );
      await recordAudit(
        tx,
        {
          act: "user.created",
          actorId: deps.actor.id,
          subject: { kind: "user", id },
          fields: Object.keys(input),
          personal: { after: { firstName, lastName, email, phone: input.phone ?? null } },
        },
        deps,
      );
      return await presentUser(tx, id);
    })
    .catch(addressTaken);
}

export async function updateUser(deps: ActorDeps, id: string, patch: UserPatch): Promise<User> {
  return await deps.db
    .transaction()
    .execute(async (tx) => {
      const user = await lockUser(tx, id, patch);
      const plan = planUserUpdate(user, patch);
      await assertStaysGoverned(tx, deps.actor, user, plan);
      if (Object.keys(plan.set).length > 0) {
        await tx.updateTable("users").set(plan.set).where("id", "=", id).execute();
      }
      if (plan.companies) await replaceCompanies(tx, id, plan.companies);
      if (plan.endsSessions) await endSessionsOf(tx, id);
      if (plan.endsSessions || "email" in plan.set) await voidLinksOf(tx, id, deps.now);
      if (plan.changed.length > 0) {
        await recordAudit(
          tx,
          {
            act: "user.updated",
            actorId: deps.actor.id,
            subject: { kind: "user", id },
            fields: plan.changed,
            personal: plan.personal ?? undefined,
          },
          deps,
        );
      }
      return await presentUser(tx, id);
    })
    .catch(addressTaken);
}

/** Tickets and messages stay, under an anonymised name; what is personal goes. */
export async function deleteUser(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await deps.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id, { state: "disabled" });
    await assertStaysGoverned(tx, deps.actor, user, { role: user.role, state: "disabled" });
    await endSessionsOf(tx, id);
    await tx.deleteFrom("links").where("user_id", "=", id).execute();
    await eraseMailsOf(tx, id);
    await tx.deleteFrom("user_companies").where("user_id", "=", id).execute();
    await tx.deleteFrom("team_members").where("user_id", "=", id).execute();
    await tx
      .updateTable("users")
      .set({
        first_name: "Deleted",
        last_name: "user",
        email: null,
        phone: null,
        time_zone: null,
        password_hash: null,
        state: "disabled",
        deleted_at: deps.now,
      })
      .where("id", "=", id)
      .execute();
    await tx.deleteFrom("audit_personal").where("person_id", "=", id).execute();
    await recordAudit(
      tx,
      { act: "user.deleted", actorId: deps.actor.id, subject: { kind: "user", id } },
      deps,
    );
    return { id };
  });
}

/** Mails a link and ends every session; the password stays until the link is used. */
export async function resetByAdmin(
  deps: ActorDeps,
  { email }: { email: string },
): Promise<{ message: string }> {
  return await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "state"])
      .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    if (!user || user.state === "disabled") throw new AppError("not_found");
    await endSessionsOf(tx, user.id);
    await voidLinksOf(tx, user.id, deps.now);
    const template = user.state === "invited" ? "invitation" : "reset-by-admin";
    await enqueueMail(
      tx,
      { template, userId: user.id, data: { askedBy: deps.actor.id } },
      deps.now,
    );
    await recordAudit(
      tx,
      {
        act: "password.reset-by-admin",
        actorId: deps.actor.id,
        subject: { kind: "user", id: user.id },
      },
      deps,
    );
    return { message: "A mail with a link is on its way, and every session has been ended." };
  });
}

async function presentUser(tx: Tx, id: string): Promise<User> {
  const user = await findUser(tx, id);
  if (!user) throw new AppError("not_found");
  return user;
}
