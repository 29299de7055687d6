import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { readLink, spendLink } from "../auth/links.ts";
import { assertChoosable } from "../auth/password.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Db } from "../db/database.ts";
import { nameDesk } from "../desk/name-desk.ts";
import { recordAct } from "../events/record-act.ts";
import type { VisitorDeps } from "./deps.ts";
import { hasSuperAdmin } from "./first-admin.ts";
import { keepSent, wasDone } from "./sent-again.ts";

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
    if (!(await wasDone(error, deps, sentOf(input), (db) => findMade(db, input)))) throw error;
  }
  return { message: "Your account is ready. Please sign in." };
}

function sentOf({ token, email, requestId, newPassword }: FirstAdmin) {
  return { requestId, newPassword, told: [token, email] };
}

async function findMade(db: Db, { email }: FirstAdmin) {
  const made = await db
    .selectFrom("users")
    .select("id as userId")
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return made && { ...made, kind: "first-admin" as const };
}

async function create(deps: VisitorDeps, input: FirstAdmin): Promise<void> {
  const { services, now } = deps;
  await readLink(services.db, input.token, now);
  // Before the hash, which would cost processor time at every later call.
  if (await hasSuperAdmin(services.db)) throw new AppError("already_set_up");
  assertChoosable(input.newPassword);
  const hash = await services.passwords.hash(input.newPassword);
  const id = Bun.randomUUIDv7();
  await services.db
    .transaction()
    .execute(async (tx) => {
      await spendLink(tx, input.token, ["first-admin"], now);
      // Each start prints a link: whoever uses another one waits here, and then finds the first.
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
      await keepSent(tx, sentOf(input), { kind: "first-admin", userId: id, now });
      const subject = { kind: "user", id } as const;
      await recordAct(tx, { act: "desk.first-admin-created", actorId: id, subject }, deps);
      if (input.deskName) await nameDesk(tx, { actorId: id, name: input.deskName }, deps);
    })
    .catch((error) => {
      throw violatedConstraint(error) === "users_email" ? new AppError("email_taken") : error;
    });
  if (input.deskName) await services.desk.refresh();
}
