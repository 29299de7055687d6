import type { CompanyDetails } from "../../shared/companies.ts";
import { refuseInput } from "../../shared/errors.ts";
import type { CreateCompanyInput } from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { mayBeAssigned, noRoomFor, whoHasAllTheyCan } from "./assign-agent.ts";
import { getCompany } from "./details.ts";
import { addDomains } from "./domains.ts";
import { lockForRights } from "./lock.ts";
import { nameTaken } from "./name-taken.ts";

export async function createCompany(
  deps: ActorDeps,
  input: CreateCompanyInput,
): Promise<CompanyDetails> {
  const { requestId } = input;
  const act = { kind: "company-create", requestId, input };
  const { companyId } = await onceKept(deps, act, async (tx, deps) => ({
    companyId: await create(tx, deps, input),
  })).catch(nameTaken);
  return await getCompany(deps, companyId);
}

async function create(tx: Tx, deps: ActorDeps, input: CreateCompanyInput): Promise<string> {
  const { name, notes = "", domains = [], agentIds = [] } = input;
  const agents = await lockForRights(tx, agentIds);
  if (agents.length < new Set(agentIds).size || !agents.every(mayBeAssigned)) {
    const message = "One of them is no agent with assigned companies any more.";
    throw refuseInput("agentIds", message);
  }
  const id = Bun.randomUUIDv7();
  const full = await whoHasAllTheyCan(tx, agents, id);
  if (full) throw refuseInput("agentIds", noRoomFor(full));
  await tx.insertInto("companies").values({ id, name, notes, created_at: deps.now }).execute();
  await addDomains(tx, id, domains);
  if (agents.length > 0) {
    await tx
      .insertInto("user_companies")
      .values(agents.map((agent) => ({ user_id: agent.id, company_id: id })))
      .execute();
  }
  await recordAct(
    tx,
    {
      act: "company.created",
      actorId: deps.actor.id,
      subject: { kind: "company", id },
      fields: Object.keys(input).filter((field) => field !== "requestId"),
      personal: { after: { name, domains, agents: agents.map((agent) => agent.id) } },
      tells: "companies",
    },
    deps,
  );
  return id;
}
