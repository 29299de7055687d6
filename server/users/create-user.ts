import { refuseField } from "../../shared/errors.ts";
import type { CreateCustomerInput, CreateUserInput } from "../../shared/schemas/users.ts";
import { fullName, type NewCustomer, type User } from "../../shared/users.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { countUse } from "../hourly-limits.ts";
import { onceKept } from "../once.ts";
import { assertCompany } from "../tickets/places.ts";
import { accessFor, replaceCompanies } from "./companies.ts";
import { readUser } from "./queries.ts";

/** Creates a user and queues the invitation in the same transaction, once per `requestId`. */
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
    return refuseTakenEmail(error);
  }
}

async function insertUser(tx: Tx, deps: ActorDeps, input: CreateUserInput): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { firstName, lastName, email, role } = input;
  const { companyScope, companies } = await accessFor(tx, input);
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

/** Creates a customer for whom a ticket is opened. */
export async function createCustomer(
  deps: ActorDeps,
  input: CreateCustomerInput,
  requestId: string,
): Promise<NewCustomer> {
  const act = { kind: "customer.create", requestId, input };
  const { userId } = await onceKept(deps, act, async (tx, deps) => ({
    userId: await insertCustomer(tx, deps, input),
  })).catch(async (error) => {
    if (isEmailTaken(error) && !(await canSeeOwner(deps, input.email))) {
      throw refuseField("email_unusable", "email");
    }
    return refuseTakenEmail(error);
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

/** The author of a mail: they can sign in once they choose a password, and get no invitation. */
export async function insertMailAuthor(
  tx: Tx,
  { now, requestId }: { now: Date; requestId: string },
  author: { firstName: string; lastName: string; email: string; companyId: string | null },
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const { firstName, lastName, email, companyId } = author;
  await tx
    .insertInto("users")
    .values({
      id,
      first_name: firstName,
      last_name: lastName,
      email,
      role: "Customer",
      state: "invited",
      created_at: now,
    })
    .execute();
  await replaceCompanies(tx, id, companyId === null ? [] : [{ id: companyId }]);
  await recordAct(
    tx,
    {
      act: "user.created",
      actorId: null,
      subject: { kind: "user", id },
      fields: ["email", "role", "firstName", "lastName"],
      personal: { after: { firstName, lastName, email } },
      tells: "users",
    },
    { now, requestId },
  );
  return id;
}

async function assertInside(tx: Tx, actor: Actor, companyId: string | null): Promise<void> {
  if (companyId !== null) return await assertCompany(tx, actor, companyId);
  if (sightOf(actor) === "all") return;
  throw refuseField("out_of_scope", "companyId", {
    message: "Choose one of your companies. You can't see customers without a company.",
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

/** Only the unique index knows for certain that an address is taken. */
function isEmailTaken(error: unknown): boolean {
  return violatedConstraint(error) === "users_email";
}

/** For `.catch`. */
export function refuseTakenEmail(error: unknown): never {
  if (!isEmailTaken(error)) throw error;
  throw refuseField("email_taken", "email");
}
