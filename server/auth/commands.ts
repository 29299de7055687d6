import { AppError } from "../../shared/errors.ts";
import type { SessionInfo } from "../../shared/users.ts";
import { violatedConstraint } from "../db/client.ts";
import type { Db, Tx } from "../db/database.ts";
import { recordAudit } from "../events/audit.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { describeDevice } from "./device.ts";
import { readLink, spendLink, voidLinksOf } from "./links.ts";
import { assertChoosable } from "./password.ts";
import { endSessionsOf, type SignedIn } from "./session.ts";
import type { VisitorDeps } from "./sign-in.ts";

export interface SignedInDeps extends VisitorDeps {
  signedIn: SignedIn;
}

export const passwordChangedMessage = "Your password has been changed successfully!";
export const passwordSetMessage = "Your password has been set. Please sign in.";
export const resetRequestedMessage =
  "If this address belongs to an account, a mail with a link is on its way.";

export async function signOut(deps: SignedInDeps): Promise<void> {
  const { services, signedIn } = deps;
  await services.sessions.end(signedIn.sessionId);
  const subject = { kind: "session", id: signedIn.actor.id } as const;
  await recordAudit(
    services.db,
    { act: "session.signed-out", actorId: signedIn.actor.id, subject },
    deps,
  );
}

/** Ends every session of the person, this one too. */
export async function changePassword(
  deps: SignedInDeps,
  input: { oldPassword: string; newPassword: string },
): Promise<{ message: string }> {
  const { services, signedIn, now, network } = deps;
  const userId = signedIn.actor.id;
  assertChoosable(input.newPassword);
  const attempt = { account: `change:${userId}`, network, knownBrowser: true };
  await services.throttle.take(attempt, now);
  const before = await services.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!(await services.passwords.verify(input.oldPassword, before.password_hash))) {
    throw wrongPassword();
  }
  await services.throttle.forgive(attempt);
  const hash = await services.passwords.hash(input.newPassword);
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_set_at: now })
      .where("id", "=", userId)
      .where("password_hash", "=", before.password_hash)
      .executeTakeFirst();
    // Somebody else changed it in the meantime: what was typed is the previous one no more.
    if (numUpdatedRows === 0n) throw wrongPassword();
    await afterNewPassword(tx, deps, userId, "password.changed", userId);
  });
  return { message: passwordChangedMessage };
}

/** The same answer whoever asks for whatever address, and however often. */
export async function requestReset(
  deps: VisitorDeps,
  { email }: { email: string },
): Promise<{ message: string }> {
  await deps.services.db.transaction().execute(async (tx) => {
    const user = await findByEmail(tx, email);
    await recordAudit(
      tx,
      {
        act: "password.reset-requested",
        actorId: null,
        subject: { kind: "user", id: user?.id ?? null },
        personal: { network: deps.network, typedAddress: user ? undefined : email },
      },
      deps,
    );
    if (!user || user.state === "disabled") return;
    if ((await mailsInTheLastHour(tx, user.id, deps.now)) >= resetsAnHour) return;
    const template = user.state === "invited" ? "invitation" : "reset";
    await enqueueMail(tx, { template, userId: user.id, data: {} }, deps.now);
  });
  return { message: resetRequestedMessage };
}

/** From a mailed link: a forgotten password, or the first one of somebody invited. */
export async function choosePassword(
  deps: VisitorDeps,
  input: { token: string; newPassword: string },
): Promise<{ message: string }> {
  const { services, now } = deps;
  const { kind } = await readLink(services.db, input.token, now);
  assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  await services.db.transaction().execute(async (tx) => {
    const { userId } = await spendLink(tx, input.token, ["reset", "invitation"], now);
    if (!userId) throw new AppError("link_spent");
    const { email } = await tx
      .updateTable("users")
      .set({ password_hash: hash, password_set_at: now, state: "active" })
      .where("id", "=", userId)
      .where("state", "<>", "disabled")
      .returning("email")
      .executeTakeFirstOrThrow(() => new AppError("link_spent"));
    if (email) await services.throttle.clear(tx, email);
    await afterNewPassword(tx, deps, userId, "password.chosen", userId);
  });
  return { message: kind === "invitation" ? passwordSetMessage : passwordChangedMessage };
}

export async function createFirstAdmin(
  deps: VisitorDeps,
  input: {
    token: string;
    firstName: string;
    lastName: string;
    email: string;
    newPassword: string;
  },
): Promise<{ message: string }> {
  const { services, now } = deps;
  await readLink(services.db, input.token, now);
  assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  const id = Bun.randomUUIDv7();
  await services.db
    .transaction()
    .execute(async (tx) => {
      await spendLink(tx, input.token, ["first-admin"], now);
      if (await hasSuperAdmin(tx)) throw new AppError("already_set_up");
      await tx
        .insertInto("users")
        .values({
          id,
          first_name: input.firstName,
          last_name: input.lastName,
          email: input.email,
          role: "Super Admin",
          state: "active",
          password_hash: hash,
          password_set_at: now,
          created_at: now,
        })
        .execute();
      const subject = { kind: "desk", id } as const;
      await recordAudit(tx, { act: "desk.first-admin-created", actorId: id, subject }, deps);
    })
    .catch((error) => {
      throw violatedConstraint(error) === "users_email" ? new AppError("email_taken") : error;
    });
  return { message: "Your account is ready. Please sign in." };
}

export async function hasSuperAdmin(db: Db | Tx): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Super Admin")
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listSessions({
  services,
  signedIn,
  now,
}: SignedInDeps): Promise<SessionInfo[]> {
  const rows = await services.db
    .selectFrom("sessions")
    .select(["id", "public_id", "user_agent", "created_at", "last_seen_at"])
    .where("user_id", "=", signedIn.actor.id)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    device: describeDevice(row.user_agent),
    current: row.id === signedIn.sessionId,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

/** One of one's own; another's is as good as none. */
export async function endSession(deps: SignedInDeps, publicId: string): Promise<{ ended: number }> {
  return await deps.services.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("sessions")
      .where("public_id", "=", publicId)
      .where("user_id", "=", deps.signedIn.actor.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
    await recordEnded(tx, deps);
    return { ended: 1 };
  });
}

export async function endOtherSessions(deps: SignedInDeps): Promise<{ ended: number }> {
  return await deps.services.db.transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, deps.signedIn.actor.id, deps.signedIn.sessionId);
    if (ended > 0) await recordEnded(tx, deps);
    return { ended };
  });
}

const resetsAnHour = 3;

async function findByEmail(tx: Tx, email: string) {
  return await tx
    .selectFrom("users")
    .select(["id", "state"])
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

async function mailsInTheLastHour(tx: Tx, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("outgoing_mails")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("template", "in", ["reset", "invitation"])
    .where("created_at", ">", new Date(now.getTime() - 60 * 60_000))
    .executeTakeFirstOrThrow();
  return count;
}

async function afterNewPassword(
  tx: Tx,
  deps: VisitorDeps,
  userId: string,
  act: "password.changed" | "password.chosen",
  actorId: string,
): Promise<void> {
  await endSessionsOf(tx, userId);
  await voidLinksOf(tx, userId, deps.now);
  await recordAudit(
    tx,
    { act, actorId, subject: { kind: "user", id: userId }, personal: { network: deps.network } },
    deps,
  );
  await enqueueMail(tx, { template: "password-changed", userId, data: {} }, deps.now);
}

async function recordEnded(tx: Tx, deps: SignedInDeps): Promise<void> {
  const { id } = deps.signedIn.actor;
  await recordAudit(
    tx,
    { act: "session.ended", actorId: id, subject: { kind: "session", id } },
    deps,
  );
}

function wrongPassword(): AppError {
  const { message } = new AppError("password_wrong");
  return new AppError("password_wrong", { fields: [{ field: "oldPassword", message }] });
}
