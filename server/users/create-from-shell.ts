import * as z from "zod/mini";
import { refuseField } from "../../shared/errors.ts";
import { canonicalAddress } from "../../shared/mail-address.ts";
import { line } from "../../shared/schemas/text.ts";
import { createUserInput } from "../../shared/schemas/users.ts";
import { userLimits } from "../../shared/users.ts";
import type { Deps } from "../access/actor.ts";
import { assertChoosable, type Passwords } from "../auth/passwords.ts";
import type { Db } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { accessFor, replaceCompanies, scopeFor } from "./companies.ts";
import { refuseTakenEmail } from "./create-user.ts";

const fromShellInput = z.extend(
  z.pick(createUserInput, { email: true, role: true, firstName: true, companyScope: true }),
  { lastName: line(userLimits.name, 0) },
);

interface Chosen {
  ask: () => Promise<string>;
  passwords: Passwords;
}

/**
 * Creates a user from the server's shell, where no one is signed in: with a password, which is asked for
 * after all other checks, or invited by email.
 */
export async function createUserFromShell(
  { db, now }: Deps,
  given: Record<keyof z.infer<typeof fromShellInput>, string | undefined>,
  chosen: Chosen | null,
): Promise<{ role: string; email: string }> {
  const input = fromShellInput.parse(given);
  scopeFor(input.role, input.companyScope);
  await assertAddressFree(db, input.email);
  const hash = chosen && (await hashOf(chosen));
  const id = Bun.randomUUIDv7();
  await db
    .transaction()
    .execute(async (tx) => {
      const { companyScope, companies } = await accessFor(tx, input);
      await tx
        .insertInto("users")
        .values({
          id,
          first_name: input.firstName,
          last_name: input.lastName,
          email: input.email,
          role: input.role,
          state: hash ? "active" : "invited",
          company_scope: companyScope,
          password_hash: hash,
          password_set_at: hash ? now : null,
          created_at: now,
        })
        .execute();
      await replaceCompanies(tx, id, companies);
      const { firstName, lastName, email } = input;
      await recordAct(
        tx,
        {
          act: "user.created",
          actorId: null,
          subject: { kind: "user", id },
          fields: Object.keys(input).filter((field) => given[field as keyof typeof given]),
          personal: { after: { firstName, lastName, email } },
          mail: hash ? undefined : { template: "invitation", userId: id, data: {} },
          tells: "users",
        },
        { now, requestId: "server-shell" },
      );
    })
    .catch(refuseTakenEmail);
  return { role: input.role, email: input.email };
}

async function hashOf({ ask, passwords }: Chosen): Promise<string> {
  const password = await ask();
  await assertChoosable(password);
  return await passwords.hash(password);
}

async function assertAddressFree(db: Db, email: string): Promise<void> {
  if (await findByAddress(db, email)) throw refuseField("email_taken", "email");
}

async function findByAddress(db: Db, email: string) {
  return await db
    .selectFrom("users")
    .select(["id", "state"])
    .where((where) =>
      where(where.fn("lower", ["email"]), "=", canonicalAddress(email).toLowerCase()),
    )
    .executeTakeFirst();
}

/** The user and the kind of their link, or null for a disabled or unknown user. */
export async function findUserForLink(
  { db }: Deps,
  email: string,
): Promise<{ id: string; kind: "reset" | "invitation" } | null> {
  const user = await findByAddress(db, email);
  if (!user || user.state === "disabled") return null;
  return { id: user.id, kind: user.state === "invited" ? "invitation" : "reset" };
}
