import { AppError } from "../../../shared/errors.ts";
import type { MergeCompaniesInput } from "../../../shared/schemas/companies.ts";
import type { Tx } from "../../db/database.ts";
import type { LockedCompany } from "../lock.ts";
import { whoIsConcerned } from "./preview.ts";

/** A merge that was begun and did not end goes on by being asked for again. */
export function assertCompaniesMergeable(source: LockedCompany, target: LockedCompany): void {
  const refuse = (
    why: "was-merged" | "has-merged" | "archived" | "leaving",
    name: string,
  ): never => {
    throw new AppError("companies_not_mergeable", { params: { why, name } });
  };
  if (source.state === "merged") refuse("was-merged", source.name);
  if (target.state === "merged") refuse("has-merged", target.name);
  if (target.state === "archived") refuse("archived", target.name);
  if (source.merging_into_id && source.merging_into_id !== target.id) {
    refuse("leaving", source.name);
  }
}

/** One after the other: what is on its way into the source would lose its way. */
export async function assertNobodyComes(tx: Tx, source: LockedCompany): Promise<void> {
  const coming = await tx
    .selectFrom("companies")
    .select("name")
    .where("merging_into_id", "=", source.id)
    .executeTakeFirst();
  if (!coming) return;
  throw new AppError("companies_not_mergeable", {
    params: { why: "taking", name: source.name, coming: coming.name },
  });
}

/** Nobody's sight widens that was not shown, nor anybody's who is not concerned. */
export async function assertAgreed(tx: Tx, input: MergeCompaniesInput): Promise<void> {
  const concerned = await whoIsConcerned(tx, input.sourceId, input.targetId);
  const unseen = concerned.willSeeSource.filter(({ id }) => !input.agreedIds.includes(id));
  if (unseen.length > 0) {
    const names = unseen.map(({ name }) => name).join(", ");
    throw new AppError("company_conflict", {
      message: `Look again before you merge: ${names} would see the tickets too.`,
    });
  }
  const agents = new Set(concerned.agents.map(({ id }) => id));
  const members = new Set(concerned.seeAllOfSource.map(({ id }) => id));
  if (
    input.agentIds.some((id) => !agents.has(id)) ||
    input.seeAllIds.some((id) => !members.has(id))
  ) {
    throw new AppError("company_conflict", {
      message: "Look again before you merge: its people have changed meanwhile.",
    });
  }
}
