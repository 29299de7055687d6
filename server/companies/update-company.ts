import { sql } from "kysely";
import type { AuditAct } from "../../shared/audit.ts";
import { type CompanyDetails, type CompanyState, companyLimits } from "../../shared/companies.ts";
import { conflictingFields } from "../../shared/conflicts.ts";
import { AppError, type FieldError, refuseField, refuseInput } from "../../shared/errors.ts";
import type {
  CompanyFields,
  CompanyPatch,
  CreateCompanyInput,
  UpdateCompanyInput,
} from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import { violatedConstraint } from "../db/connection/client.ts";
import type { Tx } from "../db/database.ts";
import { notifyPages } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import { onceKept } from "../once.ts";
import { renameInViews } from "../views/rename-in-views.ts";
import { getCompany } from "./details.ts";
import {
  type LockedCompany,
  lockCompany,
  lockPeopleById,
  lockPeopleOf,
  notifyNotesChanged,
} from "./lock.ts";
import { atLimit, canBeCompanyAgent, findAgentAtLimit } from "./people.ts";

export async function updateCompany(
  deps: ActorDeps,
  { id, patch, base }: UpdateCompanyInput,
): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    if (patch.name !== undefined) await lockPeopleOf(tx, [id]);
    const company = await lockCompany(tx, id);
    assertCompanyUnchanged(company, patch, base);
    if (await changeCompany(tx, deps, company, patch)) await notifyPages(tx, "companies");
  }).catch(refuseTakenCompanyName);
  return await getCompany(deps, id);
}

/** Applies the whole patch. Returns the id of the audit entry, or null if nothing changed. */
export async function changeCompany(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  company: LockedCompany,
  patch: CompanyPatch,
): Promise<string | null> {
  const { addDomains: added = [], removeDomains: removed = [], ...fields } = patch;
  if (fields.state === "active" && company.merging_into_id) throw refuseWhileMerging();
  const set = changesOf(company, fields);
  const changed = [...Object.keys(set), ...(added.length + removed.length > 0 ? ["domains"] : [])];
  if (changed.length === 0) return null;
  if (Object.keys(set).length > 0) {
    await tx.updateTable("companies").set(set).where("id", "=", company.id).execute();
  }
  if (set.name !== undefined) await renamedInViews(tx, company.name, set.name);
  if (set.notes !== undefined) await notifyNotesChanged(tx);
  await removeDomains(tx, company.id, removed);
  await addDomains(tx, company.id, added);
  return await recordAct(
    tx,
    {
      act: auditActOf(set.state),
      actorId: deps.actor.id,
      subject: { kind: "company", id: company.id },
      fields: changed,
      personal: {
        before: { ...before(company, set), ...(removed.length > 0 && { domains: removed }) },
        after: { ...without(set), ...(added.length > 0 && { domains: added }) },
      },
    },
    deps,
  );
}

/** Updates saved views that name the company. */
async function renamedInViews(tx: Tx, from: string, to: string): Promise<void> {
  const { views } = await renameInViews(tx, "company", from, to);
  if (views.length > 0) await notifyPages(tx, "settings");
}

export function refuseWhileMerging(): AppError {
  return new AppError("companies_not_mergeable", { params: { why: "on-their-way" } });
}

function changesOf(company: LockedCompany, fields: CompanyFields): CompanyFields {
  const changes = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && company[field as keyof CompanyFields] !== value,
  );
  return Object.fromEntries(changes);
}

/** Notes are too long for the log. */
function without({ notes: _, ...set }: CompanyFields): Record<string, unknown> {
  return set;
}

function before(company: LockedCompany, set: CompanyFields): Record<string, unknown> {
  const fields = Object.keys(without(set)) as (keyof CompanyFields)[];
  return Object.fromEntries(fields.map((field) => [field, company[field]]));
}

/** Refuses to overwrite what someone else changed. */
function assertCompanyUnchanged(
  company: LockedCompany,
  patch: CompanyPatch,
  base: UpdateCompanyInput["base"],
): void {
  const changed = (Object.keys(base) as (keyof CompanyFields)[]).filter(
    (field) => patch[field] !== undefined,
  );
  const fields = conflictingFields(changed, { current: company, from: base, to: patch });
  if (fields.length === 0) return;
  const errors = fields.map(
    (field): FieldError => ({ field, message: describeConflict(field, company[field]) }),
  );
  throw new AppError("company_conflict", { fields: errors });
}

function describeConflict(field: keyof CompanyFields, value: string): string {
  if (field === "notes") return "Someone else changed the notes.";
  return `Someone else changed this to “${value}”.`;
}

/** The audit action of a change. A change of state has its own. */
export function auditActOf(state: CompanyState | undefined): AuditAct {
  if (state === undefined) return "company.updated";
  return state === "archived" ? "company.archived" : "company.restored";
}

export async function createCompany(
  deps: ActorDeps,
  input: CreateCompanyInput,
): Promise<CompanyDetails> {
  const { requestId } = input;
  const act = { kind: "company-create", requestId, input };
  const { companyId } = await onceKept(deps, act, async (tx, deps) => ({
    companyId: await create(tx, deps, input),
  })).catch(refuseTakenCompanyName);
  return await getCompany(deps, companyId);
}

async function create(tx: Tx, deps: ActorDeps, input: CreateCompanyInput): Promise<string> {
  const { name, notes = "", domains = [], agentIds = [] } = input;
  const agents = await lockPeopleById(tx, agentIds);
  if (agents.length < new Set(agentIds).size || !agents.every(canBeCompanyAgent)) {
    const message = "One of these users is no longer an agent with assigned companies.";
    throw refuseInput("agentIds", message);
  }
  const id = Bun.randomUUIDv7();
  const full = await findAgentAtLimit(tx, agents, id);
  if (full) throw refuseInput("agentIds", atLimit(full));
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

/**
 * Deletes a company that nothing but its members refers to. Its members stay, and its name and domains become
 * free. One with tickets is archived or merged instead.
 */
export async function deleteCompany(deps: ActorDeps, id: string): Promise<{ id: string }> {
  await transact(deps, async (tx, deps) => {
    await lockPeopleOf(tx, [id]);
    const company = await lockCompany(tx, id);
    const { rows } = await sql<{ isUsed: boolean }>`
      select exists (select from tickets where company_id = ${id}::uuid)
        or exists (select from mailboxes where company_id = ${id}::uuid)
        or exists (select from companies
          where merged_into_id = ${id}::uuid or merging_into_id = ${id}::uuid) as "isUsed"`.execute(
      tx,
    );
    if (rows[0]?.isUsed || company.merging_into_id) throw new AppError("company_in_use");
    await tx.deleteFrom("companies").where("id", "=", id).execute();
    await recordAct(
      tx,
      {
        act: "company.deleted",
        actorId: deps.actor.id,
        subject: { kind: "company", id },
        personal: { before: { name: company.name } },
        tells: "companies",
      },
      deps,
    );
  });
  return { id };
}

/** For `.catch`: only the unique index knows for certain that a name is taken. */
function refuseTakenCompanyName(error: unknown): never {
  if (violatedConstraint(error) !== "companies_name") throw error;
  throw refuseField("company_name_taken", "name");
}

/** Refuses domains of other companies. Domains it already has are skipped. */
async function addDomains(tx: Tx, companyId: string, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  // Sorted, so that two transactions with the same domains do not deadlock.
  const wanted = [...new Set(domains)].sort();
  await tx
    .insertInto("company_domains")
    .values(wanted.map((domain) => ({ domain, company_id: companyId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await tx
    .selectFrom("company_domains")
    .innerJoin("companies", "companies.id", "company_domains.company_id")
    .select(["domain", "companies.name"])
    .where("domain", "in", wanted)
    .where("company_id", "<>", companyId)
    .orderBy("domain")
    .execute();
  if (taken.length > 0) {
    const fields = taken.map(
      ({ domain, name }): FieldError => ({
        field: "domains",
        message: `${domain} already belongs to ${name}.`,
      }),
    );
    throw new AppError("domain_taken", { fields });
  }
  await assertNotTooMany(tx, companyId);
}

async function removeDomains(tx: Tx, companyId: string, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return;
  await tx
    .deleteFrom("company_domains")
    .where("company_id", "=", companyId)
    .where("domain", "in", [...domains])
    .execute();
}

async function assertNotTooMany(tx: Tx, companyId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("company_domains")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  if (count <= companyLimits.domains) return;
  const message = `A company can have at most ${companyLimits.domains} email domains.`;
  throw refuseInput("domains", message);
}
