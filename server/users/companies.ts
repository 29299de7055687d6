import type { Role } from "../../shared/access.ts";
import { AppError, refuseField } from "../../shared/errors.ts";
import type { CompanyScope } from "../../shared/users.ts";
import type { Tx } from "../db/database.ts";

export interface GivenCompany {
  id: string;
  seesAllTickets?: boolean;
}

/** The scope and companies of a new user. */
export async function accessFor(
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

/** Only agents have a scope. Without one it is the narrower `assigned`. */
export function scopeFor(role: Role, given: CompanyScope | undefined): CompanyScope | null {
  if (role === "Agent") return given ?? "assigned";
  if (given === undefined) return null;
  throw refuseField("scope_for_agents_only", "companyScope");
}

export function sameCompanies(
  one: readonly GivenCompany[],
  other: readonly GivenCompany[],
): boolean {
  const keyOf = (companies: readonly GivenCompany[]) =>
    [...new Map(companies.map((each) => [each.id, `${each.id} ${each.seesAllTickets ?? false}`]))]
      .map(([, words]) => words)
      .sort()
      .join();
  return keyOf(one) === keyOf(other);
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
    // A merge at the same time either waits for this lock or is seen here.
    .orderBy("id")
    .forShare()
    .execute();
  if (known.length < new Set(ids).size) throw refuseField("unknown_company", "companies");
  const merged = known.find(({ state }) => state === "merged");
  if (merged) throw refuseMerged(merged);
}

/** Joining the target instead would show more than was chosen. */
function refuseMerged({ name }: { name: string }): AppError {
  const message = `“${name}” has been merged into another company.`;
  return new AppError("unknown_company", { message, fields: [{ field: "companies", message }] });
}

/** A new customer joins the company of their email domain, and sees only their own tickets there. */
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
