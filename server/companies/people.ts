import type { CompanyDetails } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import type { AssignAgentInput, SetMemberInput } from "../../shared/schemas/companies.ts";
import { userLimits } from "../../shared/users.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import { type LeftTicket, removeFromLostTickets } from "../tickets/lose-access.ts";
import { getCompany } from "./details.ts";
import { type LockedPerson, lockCompany, lockPeopleById, refusePerson } from "./lock.ts";

/** Assigns or unassigns an agent. Access changes immediately, in open event streams too. */
export async function assignAgent(
  deps: ActorDeps,
  { id, userId, assigned }: AssignAgentInput,
): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const [agent] = await lockPeopleById(tx, [userId]);
    if (!agent) throw new AppError("not_found");
    await lockCompany(tx, id);
    const changed = assigned
      ? await addAgent(tx, deps, agent, id)
      : await removeAgent(tx, deps, agent, id);
    if (changed) await notifyPages(tx, "companies");
  });
  return await getCompany(deps, id);
}

/** Only active or invited agents with scope `assigned` can be assigned a company. */
export function canBeCompanyAgent({ role, company_scope, state }: LockedPerson): boolean {
  return role === "Agent" && company_scope === "assigned" && state !== "disabled";
}

export async function addAgent(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  agent: LockedPerson,
  companyId: string,
): Promise<string | null> {
  if (!canBeCompanyAgent(agent)) throw refusePerson("agents", whyNotAssigned(agent));
  const full = await findAgentAtLimit(tx, [agent], companyId);
  if (full) throw refusePerson("agents", atLimit(full));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("user_companies")
    .values({ user_id: agent.id, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return null;
  return await audit(tx, deps, "company.agent-added", companyId, agent.id);
}

/** One of these agents who has reached the limit of companies, if any. */
export async function findAgentAtLimit(
  tx: Tx,
  agents: readonly LockedPerson[],
  companyId: string,
): Promise<LockedPerson | undefined> {
  if (agents.length === 0) return undefined;
  const full = await tx
    .selectFrom("user_companies")
    .select("user_id")
    .where(
      "user_id",
      "in",
      agents.map(({ id }) => id),
    )
    .where("company_id", "<>", companyId)
    .groupBy("user_id")
    .having((having) => having.fn.countAll(), ">=", userLimits.companies)
    .executeTakeFirst();
  return agents.find(({ id }) => id === full?.user_id);
}

export function atLimit({ name }: LockedPerson): string {
  return `${name} already has the maximum of ${userLimits.companies} companies.`;
}

export async function removeAgent(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  agent: LockedPerson,
  companyId: string,
): Promise<{ auditId: string; left: LeftTicket[] } | null> {
  if (agent.role !== "Agent") throw refusePerson("agents", `${agent.name} isn't an agent.`);
  const left = await removeFromCompany(tx, deps, { userId: agent.id, companyId });
  if (!left) return null;
  return { auditId: await audit(tx, deps, "company.agent-removed", companyId, agent.id), left };
}

async function audit(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  act: "company.agent-added" | "company.agent-removed",
  companyId: string,
  personId: string,
): Promise<string> {
  const subject = { kind: "company", id: companyId } as const;
  const entry = { act, actorId: deps.actor.id, subject, fields: ["agents"] };
  return await recordAct(tx, { ...entry, personal: { personId } }, deps);
}

function whyNotAssigned({ name, role, company_scope }: LockedPerson): string {
  if (role !== "Agent") return `${name} isn't an agent.`;
  if (company_scope === "all") return `${name} already sees all companies.`;
  return `${name} is disabled.`;
}

/** Removes a person and unassigns them from tickets they can no longer see. Null: they were not in it. */
async function removeFromCompany(
  tx: Tx,
  { actor, now }: Omit<ActorDeps, "db">,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<LeftTicket[] | null> {
  const { numDeletedRows } = await tx
    .deleteFrom("user_companies")
    .where("user_id", "=", userId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  return await removeFromLostTickets(tx, { actorId: actor.id, now }, userId);
}

/** Adds or removes a member, or changes whether they see all tickets. */
export async function setMember(deps: ActorDeps, input: SetMemberInput): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const [person] = await lockPeopleById(tx, [input.userId]);
    if (!person) throw new AppError("not_found");
    if (person.role !== "Customer") {
      throw refusePerson("members", `${person.name} isn't a customer.`);
    }
    await lockCompany(tx, input.id);
    const act = input.member ? await join(tx, person, input) : await leave(tx, deps, person, input);
    if (act === null) return;
    await recordAct(
      tx,
      {
        act,
        actorId: deps.actor.id,
        subject: { kind: "company", id: input.id },
        fields: ["members"],
        personal: {
          personId: person.id,
          after: input.member ? { seesAllTickets: input.seesAllTickets } : undefined,
        },
        tells: "companies",
      },
      deps,
    );
  });
  return await getCompany(deps, input.id);
}

/** New members see only their own tickets unless `seesAllTickets` is set. */
async function join(tx: Tx, person: LockedPerson, { id, seesAllTickets }: SetMemberInput) {
  const companies = await tx
    .selectFrom("user_companies")
    .select(["company_id", "sees_all_tickets"])
    .where("user_id", "=", person.id)
    .execute();
  const before = companies.find((company) => company.company_id === id);
  if (!before) {
    if (companies.length >= userLimits.companies) {
      const most = userLimits.companies;
      throw refusePerson(
        "members",
        `${person.name} already belongs to the maximum of ${most} companies.`,
      );
    }
    await tx
      .insertInto("user_companies")
      .values({ user_id: person.id, company_id: id, sees_all_tickets: seesAllTickets ?? false })
      .execute();
    return "company.member-added" as const;
  }
  if (seesAllTickets === undefined || seesAllTickets === before.sees_all_tickets) return null;
  await tx
    .updateTable("user_companies")
    .set({ sees_all_tickets: seesAllTickets })
    .where("user_id", "=", person.id)
    .where("company_id", "=", id)
    .execute();
  return "company.member-changed" as const;
}

/** They keep their own tickets but stop following others of the company. */
async function leave(tx: Tx, deps: ActorDeps, person: LockedPerson, { id }: SetMemberInput) {
  const left = await removeFromCompany(tx, deps, { userId: person.id, companyId: id });
  return left ? ("company.member-removed" as const) : null;
}
