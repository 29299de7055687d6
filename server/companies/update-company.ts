import type { CompanyDetails } from "../../shared/companies.ts";
import { AppError, type FieldError } from "../../shared/errors.ts";
import type {
  CompanyFields,
  CompanyPatch,
  UpdateCompanyInput,
} from "../../shared/schemas/companies.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { tellPages } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";
import { transact } from "../transact.ts";
import { renameInViews } from "../views/rename-in-views.ts";
import { actOfChange } from "./act-of-change.ts";
import { getCompany } from "./details.ts";
import { addDomains, removeDomains } from "./domains.ts";
import { type LockedCompany, lockCompany, lockThoseOf } from "./lock.ts";
import { nameTaken } from "./name-taken.ts";
import { tellOfNotes } from "./tell-of-notes.ts";

export async function updateCompany(
  deps: ActorDeps,
  { id, patch, base }: UpdateCompanyInput,
): Promise<CompanyDetails> {
  await transact(deps, async (tx, deps) => {
    if (patch.name !== undefined) await lockThoseOf(tx, [id]);
    const company = await lockCompany(tx, id);
    assertCompanyUnchanged(company, patch, base);
    if (await changeCompany(tx, deps, company, patch)) await tellPages(tx, "companies");
  }).catch(nameTaken);
  return await getCompany(deps, id);
}

/** All of it or nothing; null where everything stood like this before, else what tells of it. */
export async function changeCompany(
  tx: Tx,
  deps: Omit<ActorDeps, "db">,
  company: LockedCompany,
  patch: CompanyPatch,
): Promise<string | null> {
  const { addDomains: added = [], removeDomains: removed = [], ...fields } = patch;
  if (fields.state === "active" && company.merging_into_id) throw beingMerged();
  const set = changesOf(company, fields);
  const changed = [...Object.keys(set), ...(added.length + removed.length > 0 ? ["domains"] : [])];
  if (changed.length === 0) return null;
  if (Object.keys(set).length > 0) {
    await tx.updateTable("companies").set(set).where("id", "=", company.id).execute();
  }
  if (set.name !== undefined) await renamedInViews(tx, company.name, set.name);
  if (set.notes !== undefined) await tellOfNotes(tx);
  await removeDomains(tx, company.id, removed);
  await addDomains(tx, company.id, added);
  return await recordAct(
    tx,
    {
      act: actOfChange(set.state),
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

/** Whoever works by a view that names it sees it under its new name. */
async function renamedInViews(tx: Tx, from: string, to: string): Promise<void> {
  const { views } = await renameInViews(tx, "company", from, to);
  if (views.length > 0) await tellPages(tx, "settings");
}

export function beingMerged(): AppError {
  return new AppError("companies_not_mergeable", { params: { why: "on-their-way" } });
}

function changesOf(company: LockedCompany, fields: CompanyFields): CompanyFields {
  const changes = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && company[field as keyof CompanyFields] !== value,
  );
  return Object.fromEntries(changes);
}

/** Long words are not kept beside the log. */
function without({ notes: _, ...set }: CompanyFields): Record<string, unknown> {
  return set;
}

function before(company: LockedCompany, set: CompanyFields): Record<string, unknown> {
  const fields = Object.keys(without(set)) as (keyof CompanyFields)[];
  return Object.fromEntries(fields.map((field) => [field, company[field]]));
}

/**
 * Under the row's lock: a field that somebody else set to another value since this person saw it
 * is not overwritten. The same value is no conflict, and other fields do not matter.
 */
function assertCompanyUnchanged(
  company: LockedCompany,
  patch: CompanyPatch,
  base: UpdateCompanyInput["base"],
): void {
  const fields = (Object.keys(base) as (keyof CompanyFields)[]).filter((field) => {
    const seen = base[field];
    if (patch[field] === undefined || seen === undefined) return false;
    return company[field] !== seen && company[field] !== patch[field];
  });
  if (fields.length === 0) return;
  const told = fields.map(
    (field): FieldError => ({ field, message: inWords(field, company[field]) }),
  );
  throw new AppError("company_conflict", { fields: told });
}

function inWords(field: keyof CompanyFields, value: string): string {
  if (field === "notes") return "Somebody else changed the notes meanwhile.";
  return `Somebody else changed this to “${value}” meanwhile.`;
}
