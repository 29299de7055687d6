import type { Role } from "../../shared/access.ts";
import { AppError, refuseField } from "../../shared/errors.ts";
import type { CompanyScope } from "../../shared/users.ts";
import type { Tx } from "../db/database.ts";

export interface GivenCompany {
  id: string;
  seesAllTickets?: boolean;
}

/** The scope and companies of somebody new. */
export async function rightsFor(
  tx: Tx,
  input: {
    role: Role;
    email: string;
    companyScope?: CompanyScope;
    companies?: GivenCompany[];
  },
): Promise<{ companyScope: CompanyScope | null; companies: GivenCompany[] }> {
  const companyScope = scopeFor(input.role, input.companyScope);
  const companies = input.companies ?? (await companiesOfDomain(tx, input));
  return { companyScope, companies };
}

/** Agents only; it never widens by itself. */
export function scopeFor(role: Role, given: CompanyScope | undefined): CompanyScope | null {
  if (role === "Agent") return given ?? "assigned";
  if (given === undefined) return null;
  throw refuseField("scope_for_agents_only", "companyScope");
}

export function sameCompanies(
  one: readonly GivenCompany[],
  other: readonly GivenCompany[],
): boolean {
  const said = (companies: readonly GivenCompany[]) =>
    [...new Map(companies.map((each) => [each.id, `${each.id} ${each.seesAllTickets ?? false}`]))]
      .map(([, words]) => words)
      .sort()
      .join();
  return said(one) === said(other);
}

export async function replaceCompanies(
  tx: Tx,
  userId: string,
  companies: readonly GivenCompany[],
): Promise<void> {
  const wanted = new Map(companies.map((company) => [company.id, company]));
  await assertCompaniesExist(tx, [...wanted.keys()]);
  await tx.deleteFrom("user_companies").where("user_id", "=", userId).execute();
  if (wanted.size === 0) return;
  await tx
    .insertInto("user_companies")
    .values(
      [...wanted.values()].map(({ id, seesAllTickets }) => ({
        user_id: userId,
        company_id: id,
        sees_all_tickets: seesAllTickets ?? false,
      })),
    )
    .execute();
}

export async function assertCompaniesExist(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .selectFrom("companies")
    .select(["name", "state"])
    .where("id", "in", [...ids])
    // A merge of that very moment waits, or is seen.
    .orderBy("id")
    .forShare()
    .execute();
  if (known.length < new Set(ids).size) throw refuseField("unknown_company", "companies");
  const merged = known.find(({ state }) => state === "merged");
  if (merged) throw mergedSince(merged);
}

/** Nobody has said that they are to see what is the other company's. */
function mergedSince({ name }: { name: string }): AppError {
  const message = `“${name}” was merged into another company since.`;
  return new AppError("unknown_company", { message, fields: [{ field: "companies", message }] });
}

/** A mail domain joins a new customer to its company, and shows them their own tickets only. */
async function companiesOfDomain(
  tx: Tx,
  { role, email }: { role: Role; email: string },
): Promise<GivenCompany[]> {
  if (role !== "Customer") return [];
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return await tx
    .selectFrom("company_domains")
    .innerJoin("companies", "companies.id", "company_domains.company_id")
    .select("companies.id")
    .where("domain", "=", domain)
    .where("companies.state", "=", "active")
    .execute();
}
