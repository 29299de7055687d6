import { companyLimits } from "../../shared/companies.ts";
import { AppError, type FieldError, refuseInput } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";

/** Refuses domains of other companies. Domains it already has are skipped. */
export async function addDomains(
  tx: Tx,
  companyId: string,
  domains: readonly string[],
): Promise<void> {
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

export async function removeDomains(
  tx: Tx,
  companyId: string,
  domains: readonly string[],
): Promise<void> {
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
