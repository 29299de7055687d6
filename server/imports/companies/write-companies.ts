import { sql } from "kysely";
import type { ActorDeps } from "../../access/actor.ts";
import { auditActOf } from "../../companies/update-company.ts";
import type { Tx } from "../../db/database.ts";
import { type AuditEntry, recordActs } from "../../events/record-act.ts";
import { PlanOutdated, withFreshSqlPlan } from "../existing-records.ts";
import type { CompanyStep } from "./plan-companies.ts";

type Deps = Omit<ActorDeps, "db">;
type Updated = Extract<CompanyStep, { outcome: "updated" }>;

interface NewCompany {
  id: string;
  name: string;
  domains?: string[];
  notes?: string;
  state?: "active" | "archived";
}

/** Writes the plan, in the same number of statements for one company or many. */
export async function writeCompanies(
  tx: Tx,
  deps: Deps,
  steps: readonly CompanyStep[],
): Promise<void> {
  const created = steps.flatMap((step) =>
    step.outcome === "created" ? [{ id: Bun.randomUUIDv7(), ...step.values }] : [],
  );
  const updated = steps.filter((step) => step.outcome === "updated");
  await updateCompanies(tx, updated);
  await removeDomains(tx, updated);
  await insertCompanies(tx, deps, created);
  await addDomains(tx, [
    ...created.map(({ id, domains = [] }) => ({ id, domains })),
    ...updated.map(({ before, change }) => ({ id: before.id, domains: change.addDomains })),
  ]);
  await recordActs(tx, updated.map(toAuditOfChange(deps)), deps);
}

/** Also used for companies that user rows name and that do not exist yet. */
export async function insertCompanies(
  tx: Tx,
  deps: Deps,
  companies: readonly NewCompany[],
): Promise<void> {
  if (companies.length === 0) return;
  const rows = companies.map(({ id, name, notes = "", state = "active" }) => ({
    id,
    name,
    notes,
    state,
  }));
  const { numAffectedRows } = await sql`
    insert into companies (id, name, notes, state, created_at)
    select id, name, notes, state, ${deps.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as made(
      id uuid, name text, notes text, state text)
    order by lower(name)
    on conflict (lower(name)) where state <> 'merged' do nothing`.execute(tx);
  if (Number(numAffectedRows) !== companies.length) throw new PlanOutdated();
  await recordActs(
    tx,
    companies.map(({ id, name, domains = [], notes, state }): AuditEntry => {
      const fields = Object.entries({ name, domains: domains[0], notes, state });
      return {
        act: "company.created",
        actorId: deps.actor.id,
        subject: { kind: "company", id },
        fields: fields.flatMap(([field, value]) => (value ? [field] : [])),
        personal: { after: { name, domains } },
      };
    }),
    deps,
  );
}

async function updateCompanies(tx: Tx, updated: readonly Updated[]): Promise<void> {
  const rows = updated
    .filter(({ change }) => change.notes !== undefined || change.state !== undefined)
    .map(({ before: { id, notes, state }, change }) => ({
      id,
      notes: change.notes ?? notes,
      state: change.state ?? state,
    }));
  if (rows.length === 0) return;
  await withFreshSqlPlan(
    tx,
    sql`
    update companies set notes = now.notes, state = now.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as now(
      id uuid, notes text, state text)
    where companies.id = now.id`,
  );
}

async function removeDomains(tx: Tx, updated: readonly Updated[]): Promise<void> {
  const gone = updated.flatMap(({ change }) => change.removeDomains);
  const ids = updated.map(({ before }) => before.id);
  if (gone.length === 0) return;
  await sql`
    delete from company_domains
    where domain = any(${gone}::text[]) and company_id = any(${ids}::uuid[])`.execute(tx);
}

async function addDomains(
  tx: Tx,
  given: readonly { id: string; domains: readonly string[] }[],
): Promise<void> {
  const rows = given.flatMap(({ id, domains }) =>
    domains.map((domain) => ({ domain, company_id: id })),
  );
  if (rows.length === 0) return;
  // Sorted, so that two imports of the same domains do not deadlock.
  const { numAffectedRows } = await sql`
    insert into company_domains (domain, company_id)
    select domain, company_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as come(
      domain text, company_id uuid)
    order by domain on conflict do nothing`.execute(tx);
  if (Number(numAffectedRows) !== rows.length) throw new PlanOutdated();
}

function toAuditOfChange({ actor }: Deps) {
  return ({ before, change }: Updated): AuditEntry => {
    const { notes, state, addDomains: added, removeDomains: removed } = change;
    const domains = added.length + removed.length > 0;
    return {
      act: auditActOf(state),
      actorId: actor.id,
      subject: { kind: "company", id: before.id },
      fields: [
        ...(notes === undefined ? [] : ["notes"]),
        ...(state === undefined ? [] : ["state"]),
        ...(domains ? ["domains"] : []),
      ],
      // Long texts are not stored in the log.
      personal: {
        before: { ...(state && { state: before.state }), ...(removed[0] && { domains: removed }) },
        after: { ...(state && { state }), ...(added[0] && { domains: added }) },
      },
    };
  };
}
