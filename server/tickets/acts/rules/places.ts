import { type AppError, refuseField, refuseInput } from "../../../../shared/errors.ts";
import type { Actor } from "../../../actor.ts";
import type { Tx } from "../../../db/database.ts";
import { sightOf } from "../../scope.ts";

/** The company of a ticket must exist, be active and lie within what the actor sees. */
export async function assertCompany(tx: Tx, actor: Actor, companyId: string | null): Promise<void> {
  const refuse = (message: string): never => {
    throw refuseField("out_of_scope", "companyId", { message });
  };
  const sight = sightOf(actor);
  if (companyId === null) {
    if (sight !== "all") refuse("A ticket without a company would be outside what you may see.");
    return;
  }
  if (sight !== "all" && !actor.companyIds.includes(companyId)) {
    refuse("That company is outside what you may see.");
  }
  await assertTakesTickets(tx, companyId);
}

/** Locked until the ticket is in it: an archiving or a merge of that moment waits, or is seen. */
export async function assertTakesTickets(tx: Tx, companyId: string): Promise<void> {
  const company = await tx
    .selectFrom("companies")
    .select(["name", "state"])
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  if (company?.state !== "active") throw takesNoTickets(company);
}

export function takesNoTickets(company: { name: string; state: string } | undefined): AppError {
  if (company?.state === "archived") {
    return refuseField("company_archived", "companyId", { told: { name: company.name } });
  }
  const message = "That company is not there any more.";
  return refuseField("out_of_scope", "companyId", { message });
}

export async function assertTeam(tx: Tx, teamId: string): Promise<void> {
  if (await isTeamThere(tx, teamId)) return;
  throw refuseInput("teamId", "That team is not there any more.");
}

/** And stays until the transaction ends. */
export async function isTeamThere(tx: Tx, teamId: string): Promise<boolean> {
  const team = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", teamId)
    .forKeyShare()
    .executeTakeFirst();
  return team !== undefined;
}
