import { refuseField } from "../../../shared/errors.ts";
import type { CreateCustomerInput } from "../../../shared/schemas/users.ts";
import { fullName, type NewCustomer } from "../../../shared/users.ts";
import type { Actor, ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { onceKept } from "../../once.ts";
import { assertCompany } from "../../tickets/acts/rules/places.ts";
import { sightOf } from "../../tickets/scope.ts";
import { addressTaken, isAddressTaken } from "./address-taken.ts";
import { insertUser } from "./create-user.ts";

/** Somebody new for whom a ticket is to be opened: a Customer, and nothing more than that. */
export async function createCustomer(
  deps: ActorDeps,
  input: CreateCustomerInput,
  requestId: string,
): Promise<NewCustomer> {
  const act = { kind: "customer.create", requestId, input };
  const { userId } = await onceKept(deps, act, async (tx, deps) => ({
    userId: await insertCustomer(tx, deps, input),
  })).catch(async (error) => {
    if (isAddressTaken(error) && !(await canSeeOwner(deps, input.email))) {
      throw refuseField("email_unusable", "email");
    }
    return addressTaken(error);
  });
  return await readCustomer(deps, userId);
}

/** An agent of some companies does not learn who belongs to others. */
async function canSeeOwner({ db, actor }: ActorDeps, email: string): Promise<boolean> {
  if (sightOf(actor) === "all") return true;
  const seen = await db
    .selectFrom("users")
    .leftJoin("user_companies", "user_companies.user_id", "users.id")
    .select("users.id")
    .where((where) => where(where.fn("lower", ["email"]), "=", email.toLowerCase()))
    .where(({ eb, or }) =>
      or([
        eb("users.role", "<>", "Customer"),
        eb("user_companies.company_id", "=", eb.fn.any(eb.val(actor.companyIds))),
      ]),
    )
    .executeTakeFirst();
  return seen !== undefined;
}

async function insertCustomer(
  tx: Tx,
  deps: ActorDeps,
  { companyId, ...person }: CreateCustomerInput,
): Promise<string> {
  await assertInside(tx, deps.actor, companyId);
  const companies = companyId === null ? undefined : [{ id: companyId }];
  return await insertUser(tx, deps, {
    ...person,
    role: "Customer",
    ...(companies && { companies }),
  });
}

async function assertInside(tx: Tx, actor: Actor, companyId: string | null): Promise<void> {
  if (companyId !== null) return await assertCompany(tx, actor, companyId);
  if (sightOf(actor) === "all") return;
  throw refuseField("out_of_scope", "companyId", {
    message:
      "Choose one of your companies: whoever belongs to none would be outside what you may see.",
  });
}

async function readCustomer({ db }: ActorDeps, userId: string): Promise<NewCustomer> {
  const user = await db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const companies = await db
    .selectFrom("user_companies")
    .innerJoin("companies", "companies.id", "user_companies.company_id")
    .select(["companies.id", "companies.name"])
    .where("user_id", "=", userId)
    .where("companies.state", "=", "active")
    .execute();
  const name = fullName({ firstName: user.first_name, lastName: user.last_name });
  return { id: userId, name, companies };
}
