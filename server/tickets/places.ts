import { sql } from "kysely";
import { type AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type { Actor } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";

/** The company must exist, be active and lie in the actor's scope. */
export async function assertCompany(tx: Tx, actor: Actor, companyId: string | null): Promise<void> {
  const refuse = (message: string): never => {
    throw refuseField("out_of_scope", "companyId", { message });
  };
  if (!seesTicketsOf(actor, companyId)) {
    const what = companyId === null ? "A ticket without a company would be" : "That company is";
    refuse(`${what} outside what you may see.`);
  }
  if (companyId !== null) await assertCompanyTakesTickets(tx, companyId);
}

export function seesTicketsOf(actor: Actor, companyId: string | null): boolean {
  if (sightOf(actor) === "all") return true;
  return companyId !== null && actor.companyIds.includes(companyId);
}

/** Locks the company until the ticket is in it, against archiving and merging. */
export async function assertCompanyTakesTickets(tx: Tx, companyId: string): Promise<void> {
  const company = await tx
    .selectFrom("companies")
    .select(["name", "state"])
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  if (company?.state !== "active") throw takesNoTickets(company);
}

/**
 * For actions that open a ticket in the company of another one. Companies are locked before
 * tickets.
 */
export async function lockCompanyOf(tx: Tx, ticketId: string): Promise<void> {
  await sql`
    select from companies
    where id = (select company_id from tickets where id = ${ticketId}::uuid) for share`.execute(tx);
}

export function takesNoTickets(company: { name: string; state: string } | undefined): AppError {
  if (company?.state === "archived") {
    return refuseField("company_archived", "companyId", { params: { name: company.name } });
  }
  const message = "That company is not there any more.";
  return refuseField("out_of_scope", "companyId", { message });
}

export async function assertTeam(tx: Tx, teamId: string): Promise<void> {
  if (await lockTeamIfExists(tx, teamId)) return;
  throw refuseInput("teamId", "That team is not there any more.");
}

/** Locks the team until the transaction ends. */
export async function lockTeamIfExists(tx: Tx, teamId: string): Promise<boolean> {
  const team = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", teamId)
    .forKeyShare()
    .executeTakeFirst();
  return team !== undefined;
}
