import type { CompanyDetails } from "../../shared/companies.ts";
import { AppError } from "../../shared/errors.ts";
import type { AssignAgentInput } from "../../shared/schemas/companies.ts";
import { userLimits } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import type { LeftTicket } from "../tickets/acts/leave-scope.ts";
import { transact } from "../transact.ts";
import { getCompany } from "./details.ts";
import { leaveCompany } from "./leave-company.ts";
import { type LockedPerson, lockCompany, lockForRights } from "./lock.ts";
import { refusedPerson } from "./refused-person.ts";

/** Takes effect at once: what they saw through it is out of their sight, also in open streams. */
export async function assignAgent(
  deps: ActorDeps,
  { id, userId, assigned }: AssignAgentInput,
): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    const [agent] = await lockForRights(tx, [userId]);
    if (!agent) throw new AppError("not_found");
    await lockCompany(tx, id);
    const changed = assigned
      ? await addAgent(tx, deps, agent, id)
      : await removeAgent(tx, deps, agent, id);
    if (changed) await tellPages(tx, "companies");
  });
  return await getCompany(deps, id);
}

/** Whose sight a company widens: nobody else is assigned one. */
export function mayBeAssigned({ role, company_scope, state }: LockedPerson): boolean {
  return role === "Agent" && company_scope === "assigned" && state !== "disabled";
}

export async function addAgent(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  agent: LockedPerson,
  companyId: string,
): Promise<string | null> {
  if (!mayBeAssigned(agent)) throw refusedPerson("agents", reasonAgainst(agent));
  const full = await whoHasAllTheyCan(tx, [agent], companyId);
  if (full) throw refusedPerson("agents", noRoomFor(full));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("user_companies")
    .values({ user_id: agent.id, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return null;
  return await audit(tx, deps, "company.agent-added", companyId, agent.id);
}

/** Of these agents one who has as many other companies as there can be. */
export async function whoHasAllTheyCan(
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

export function noRoomFor({ name }: LockedPerson): string {
  return `${name} has ${userLimits.companies} companies, and more are not possible.`;
}

export async function removeAgent(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  agent: LockedPerson,
  companyId: string,
): Promise<{ auditId: string; left: LeftTicket[] } | null> {
  if (agent.role !== "Agent") throw refusedPerson("agents", `${agent.name} is no agent.`);
  const left = await leaveCompany(tx, deps, { userId: agent.id, companyId });
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

function reasonAgainst({ name, role, company_scope }: LockedPerson): string {
  if (role !== "Agent") return `${name} is no agent.`;
  if (company_scope === "all") return `${name} sees every company already.`;
  return `${name} is disabled.`;
}
