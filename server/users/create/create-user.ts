import type { CreateUserInput } from "../../../shared/schemas/users.ts";
import type { User } from "../../../shared/users.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { recordAct } from "../../events/record-act.ts";
import { countUse } from "../../hourly-limits.ts";
import { onceKept } from "../../once.ts";
import { replaceCompanies, rightsFor } from "../companies.ts";
import { readUser } from "../queries.ts";
import { addressTaken } from "./address-taken.ts";

/**
 * The invitation goes out with the same commit that makes the user. Under one `requestId` it is
 * done once, however often it is sent.
 */
export async function createUser(
  deps: ActorDeps,
  input: CreateUserInput,
  requestId?: string | null,
): Promise<User> {
  try {
    const act = { kind: "user.create", requestId, input };
    const { userId } = await onceKept(deps, act, async (tx, deps) => {
      await countUse(tx, deps, "invitations");
      return { userId: await insertUser(tx, deps, input) };
    });
    return await readUser(deps.db, userId);
  } catch (error) {
    return addressTaken(error);
  }
}

/** The invitation is written down with the user. */
export async function insertUser(tx: Tx, deps: ActorDeps, input: CreateUserInput): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { firstName, lastName, email, role } = input;
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
  await recordAct(
    tx,
    {
      act: "user.created",
      actorId: deps.actor.id,
      subject: { kind: "user", id },
      fields: Object.keys(input),
      personal: { after: { firstName, lastName, email, phone: input.phone ?? null } },
      mail: { template: "invitation", userId: id, data: { askedBy: deps.actor.id } },
      tells: "users",
    },
    deps,
  );
  return id;
}
