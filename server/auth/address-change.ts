import { type RawBuilder, sql } from "kysely";
import { AppError, refuseField } from "../../shared/errors.ts";
import { linkLifetime } from "../../shared/link-lifetime.ts";
import type { AddressChange, UserState } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { revokeTicketLinks } from "../access/one-ticket-link.ts";
import { transact } from "../access/transact.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Db, Tx } from "../db/database.ts";
import { queueMail } from "../events/queue-mail.ts";
import { type RecordedAt, recordAct } from "../events/record-act.ts";
import { createLink, readLink, spendLink, voidAddressLinks, voidLinksOf } from "./links.ts";

interface GuardedUser {
  id: string;
  email: string | null;
  state: UserState;
}

/**
 * Who holds an account's address can reset its password, so one Super Admin could take over another's account by
 * changing the address. Demoting the person first must not help: it counts whether they ever were one.
 */
export function isAddressGuarded(user: {
  was_super_admin: boolean;
  has_password: boolean;
}): boolean {
  return user.was_super_admin && user.has_password;
}

/**
 * The address stays until a link mailed to the new address is opened and the change is confirmed from the current
 * address or on the server. Asking for the same address again changes nothing. The user's row is locked.
 */
export async function requestAddressChange(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  user: GuardedUser,
  email: string,
): Promise<void> {
  const { actor, now } = deps;
  if (user.state !== "active") throw refuseField("address_needs_active", "email");
  const pending = await findChange(tx, user.id, now);
  if (pending?.email.toLowerCase() === email.toLowerCase()) return;
  await assertAddressFree(tx, user.id, email);
  await voidAddressLinks(tx, user.id, now);
  const change = { email, asked_by: actor.id, created_at: now };
  await tx
    .insertInto("address_changes")
    .values({ user_id: user.id, ...change })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ ...change, new_confirmed_at: null, old_confirmed_at: null }),
    )
    .execute();
  for (const template of ["address-new", "address-old"] as const) {
    await queueMail(tx, { template, userId: user.id, data: { askedBy: actor.id } }, now);
  }
  await recordAct(
    tx,
    {
      act: "user.address-change-requested",
      actorId: actor.id,
      subject: { kind: "user", id: user.id },
      fields: ["email"],
      personal: { before: { email: user.email }, after: { email } },
      tells: "users",
    },
    deps,
  );
}

async function assertAddressFree(tx: Tx, userId: string, email: string): Promise<void> {
  const taken = await tx
    .selectFrom("users")
    .select("id")
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("id", "<>", userId)
    .executeTakeFirst();
  if (taken) throw refuseField("email_taken", "email");
}

/** By a Super Admin, on the page of the user. */
export async function cancelAddressChange(deps: ActorDeps, id: string): Promise<{ id: string }> {
  return await transact(deps, async (tx, deps) => {
    await lockUserRow(tx, id);
    if (!(await findChange(tx, id, deps.now))) throw new AppError("not_found");
    await endChange(tx, deps, id, deps.actor.id);
    return { id };
  });
}

type AddressAnswer = "changed" | "waiting" | "cancelled";

/** Confirms or cancels the change with one of the two emailed links. */
export async function answerAddressChange(
  { db, ...deps }: RecordedAt & { db: Db },
  { token, accept }: { token: string; accept: boolean },
): Promise<{ is: AddressAnswer }> {
  const { userId } = await readLink(db, token, deps.now);
  if (!userId) throw new AppError("link_spent");
  return await db.transaction().execute(async (tx) => {
    await lockUserRow(tx, userId);
    const { kind } = await spendLink(tx, token, ["address-new", "address-old"], deps.now);
    if (!(await findChange(tx, userId, deps.now))) throw new AppError("link_spent");
    if (!accept) {
      await endChange(tx, deps, userId, userId);
      return { is: "cancelled" };
    }
    return { is: await confirm(tx, deps, userId, kind === "address-new" ? "new" : "old") };
  });
}

/** On the server's own shell, in place of the current address. Without a mail server it also makes the link. */
export async function confirmAddressOnServer(
  { db, ...deps }: RecordedAt & { db: Db },
  { userId, sendsMail }: { userId: string; sendsMail: boolean },
): Promise<{ is: "changed" | "waiting"; email: string; token: string | null }> {
  return await db.transaction().execute(async (tx) => {
    await lockUserRow(tx, userId);
    const change = await findChange(tx, userId, deps.now);
    if (!change) throw new AppError("not_found");
    const is = await confirm(tx, deps, userId, "old");
    const needsLink = is === "waiting" && !sendsMail;
    const token = needsLink
      ? await createLink(tx, { kind: "address-new", userId, now: deps.now })
      : null;
    return { is, email: change.email, token };
  });
}

async function confirm(
  tx: Tx,
  at: RecordedAt,
  userId: string,
  side: "new" | "old",
): Promise<"changed" | "waiting"> {
  const set = side === "new" ? { new_confirmed_at: at.now } : { old_confirmed_at: at.now };
  const change = await tx
    .updateTable("address_changes")
    .set(set)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAct(
    tx,
    {
      act: "user.address-change-confirmed",
      actorId: null,
      subject: { kind: "user", id: userId },
      tells: "users",
    },
    at,
  );
  if (!change.new_confirmed_at || !change.old_confirmed_at) return "waiting";
  const before = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("users")
    .set({ email: change.email })
    .where("id", "=", userId)
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === "users_email" ? new AppError("email_taken") : error;
    });
  await voidLinksOf(tx, [userId], at.now);
  await notifyOldAddress(tx, { userId, email: before.email, askedBy: change.asked_by }, at.now);
  await recordAct(
    tx,
    {
      act: "user.updated",
      actorId: change.asked_by,
      subject: { kind: "user", id: userId },
      fields: ["email"],
      personal: { before, after: { email: change.email } },
      tells: "users",
    },
    at,
  );
  await revokeTicketLinks(tx, [userId]);
  return "changed";
}

/** The notice of a changed address goes to the address before, which its new holder cannot intercept. */
export async function notifyOldAddress(
  tx: Tx,
  { userId, email, askedBy }: { userId: string; email: string | null; askedBy: string },
  now: Date,
): Promise<void> {
  if (!email) return;
  const data = { askedBy, to: email };
  await queueMail(tx, { template: "address-changed", userId, data }, now);
}

async function endChange(
  tx: Tx,
  at: RecordedAt,
  userId: string,
  actorId: string | null,
): Promise<void> {
  await voidAddressLinks(tx, userId, at.now);
  await recordAct(
    tx,
    {
      act: "user.address-change-cancelled",
      actorId,
      subject: { kind: "user", id: userId },
      tells: "users",
    },
    at,
  );
}

async function lockUserRow(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
}

/** A change ends when its links would have expired. */
async function findChange(
  tx: Db | Tx,
  userId: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  return await tx
    .selectFrom("address_changes")
    .select("email")
    .where("user_id", "=", userId)
    .where("created_at", ">", oldestAt(now))
    .executeTakeFirst();
}

function oldestAt(now: Date): Date {
  return new Date(now.getTime() - linkLifetime["address-new"]);
}

/** The change that the user `u` waits for, as a column of a statement. */
export function addressChangeOf(now: Date): RawBuilder<StoredChange | null> {
  return sql<StoredChange | null>`(
    select json_build_object('email', change.email, 'at', change.created_at,
      'confirmedByNew', change.new_confirmed_at is not null,
      'confirmedByOld', change.old_confirmed_at is not null,
      'askedBy', btrim(asker.first_name || ' ' || asker.last_name))
    from address_changes change left join users asker on asker.id = change.asked_by
    where change.user_id = u.id and change.created_at > ${oldestAt(now)})`;
}

interface StoredChange {
  email: string;
  at: string;
  confirmedByNew: boolean;
  confirmedByOld: boolean;
  askedBy: string | null;
}

export function presentAddressChange(stored: StoredChange | null): AddressChange | null {
  if (!stored) return null;
  const { at, ...change } = stored;
  const expires = new Date(at).getTime() + linkLifetime["address-new"];
  return { ...change, expiresAt: new Date(expires).toISOString() };
}

export async function readAddressChange(
  db: Db | Tx,
  id: string,
  now: Date,
): Promise<AddressChange | null> {
  const { rows } = await sql<{ change: StoredChange | null }>`
    select ${addressChangeOf(now)} as change from users u where u.id = ${id}`.execute(db);
  return presentAddressChange(rows[0]?.change ?? null);
}

/** What no one can confirm any more. */
export async function sweepAddressChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("address_changes").where("created_at", "<=", oldestAt(now)).execute();
}
