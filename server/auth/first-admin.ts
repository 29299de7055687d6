import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Db, Tx } from "../db/database.ts";
import { type RecordedAt, recordAct } from "../events/record-act.ts";
import type { VisitorDeps } from "./deps.ts";
import { findRepeated, saveLinkRequest } from "./link-requests.ts";
import { createLink, linkUrl, readLink, spendLink } from "./links.ts";
import { assertChoosable } from "./passwords.ts";

interface FirstAdmin {
  token: string;
  firstName: string;
  lastName: string;
  email: string;
  newPassword: string;
  deskName?: string | undefined;
  requestId?: string | undefined;
}

export async function createFirstAdmin(
  deps: VisitorDeps,
  input: FirstAdmin,
): Promise<{ message: string }> {
  try {
    await create(deps, input);
  } catch (error) {
    if (!(await findRepeated(error, deps, requestOf(input), (db) => findCreated(db, input))))
      throw error;
  }
  return { message: "Your account is ready. Please sign in." };
}

function requestOf({ token, email, requestId, newPassword }: FirstAdmin) {
  return { requestId, newPassword, identifiedBy: [token, email] };
}

async function findCreated(db: Db, { email }: FirstAdmin) {
  const created = await db
    .selectFrom("users")
    .select("id as userId")
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return created && { ...created, kind: "first-admin" as const };
}

async function create(deps: VisitorDeps, input: FirstAdmin): Promise<void> {
  const { services, now } = deps;
  const { kind } = await readLink(services.db, input.token, now);
  if (kind !== "first-admin") throw new AppError("link_spent");
  // Before the hash, which would cost processor time at every later call.
  if (await hasSuperAdmin(services.db)) throw new AppError("already_set_up");
  await assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  const id = Bun.randomUUIDv7();
  await services.db
    .transaction()
    .execute(async (tx) => {
      await spendLink(tx, input.token, ["first-admin"], now);
      // Each start prints a link. Two people who use two links at once wait for each other here.
      await sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`.execute(tx);
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
      await saveLinkRequest(tx, requestOf(input), { kind: "first-admin", userId: id, now });
      const subject = { kind: "user", id } as const;
      await recordAct(tx, { act: "desk.first-admin-created", actorId: id, subject }, deps);
      if (input.deskName) await setDeskName(tx, { actorId: id, name: input.deskName }, deps);
    })
    .catch((error) => {
      throw violatedConstraint(error) === "users_email" ? new AppError("email_taken") : error;
    });
  if (input.deskName) await services.desk.refresh();
}

/** The first Super Admin names the desk. */
async function setDeskName(
  tx: Tx,
  { actorId, name }: { actorId: string; name: string },
  at: RecordedAt,
): Promise<void> {
  const before = await tx
    .selectFrom("desk")
    .select("name")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (name === before.name) return;
  await tx.updateTable("desk").set({ name }).execute();
  await recordAct(
    tx,
    {
      act: "desk.updated",
      actorId,
      subject: { kind: "desk", id: null },
      fields: ["name"],
      values: { before, after: { name } },
      tells: "desk",
    },
    at,
  );
}

/** Printed at the start of a desk without a Super Admin; null if there is one. */
export async function createFirstAdminLink(
  db: Db,
  origin: string,
  now: Date,
): Promise<string | null> {
  if (await hasSuperAdmin(db)) return null;
  const token = await createLink(db, { kind: "first-admin", userId: null, now });
  return linkUrl(origin, "first-admin", token);
}

const settled = new WeakSet<Db>();

/** Whether no one can sign in yet. Every visitor asks; once false, it stays false. */
export async function awaitsFirstAdmin(db: Db): Promise<boolean> {
  if (settled.has(db)) return false;
  if (!(await hasSuperAdmin(db))) return true;
  settled.add(db);
  return false;
}

async function hasSuperAdmin(db: Db | Tx): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "Super Admin")
    .where("deleted_at", "is", null)
    .where("is_app", "=", false)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
