import { sql } from "kysely";
import { companyLimits } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import type { MergeCompaniesInput } from "../../../shared/schemas/companies.ts";
import type { Tx } from "../../db/database.ts";
import type { LockedCompany } from "../lock.ts";
import { tellOfNotes } from "../tell-of-notes.ts";

type Joining = Pick<MergeCompaniesInput, "sourceId" | "targetId" | "agentIds" | "seeAllIds">;

/**
 * Members come along and see what is their own; agents only where they were named. Who sees all of
 * the source sees all of the target only where that was said.
 */
export async function joinTarget(
  tx: Tx,
  { sourceId, targetId, agentIds, seeAllIds }: Joining,
): Promise<void> {
  await sql`
    insert into user_companies (user_id, company_id, sees_all_tickets)
    select own.user_id, ${targetId}::uuid, own.user_id = any(${seeAllIds}::uuid[])
    from user_companies own join users u on u.id = own.user_id
    where own.company_id = ${sourceId}::uuid
      and (u.role = 'Customer' or u.id = any(${agentIds}::uuid[]))
    order by own.user_id
    on conflict (user_id, company_id) do update
      set sees_all_tickets = user_companies.sees_all_tickets or excluded.sees_all_tickets
      where excluded.sees_all_tickets and not user_companies.sees_all_tickets`.execute(tx);
}

/** What of the two decides what moves; held until the transaction ends. */
type Held = Pick<LockedCompany, "id" | "name" | "notes">;

export async function moveDomains(tx: Tx, source: Held, target: Held): Promise<void> {
  await tx
    .updateTable("company_domains")
    .set({ company_id: target.id })
    .where("company_id", "=", source.id)
    .execute();
  const { count } = await tx
    .selectFrom("company_domains")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", target.id)
    .executeTakeFirstOrThrow();
  if (count <= companyLimits.domains) return;
  throw new AppError("companies_not_mergeable", {
    params: { why: "many-domains", most: companyLimits.domains },
  });
}

export async function moveNotes(tx: Tx, source: Held, target: Held): Promise<void> {
  if (source.notes === "") return;
  const both = [target.notes, `${source.name}:\n${source.notes}`].filter(Boolean).join("\n\n");
  if (both.length > companyLimits.notes) {
    throw new AppError("companies_not_mergeable", { params: { why: "long-notes" } });
  }
  await tx.updateTable("companies").set({ notes: both }).where("id", "=", target.id).execute();
  await tx.updateTable("companies").set({ notes: "" }).where("id", "=", source.id).execute();
  await tellOfNotes(tx);
}
