import { sql } from "kysely";
import { type AppError, refuseField, refuseInput } from "../../shared/errors.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { sightOf } from "./scope.ts";

/** The company of a ticket must exist, be active and lie within what the actor sees. */
export async function assertCompany(tx: Tx, actor: Actor, companyId: string | null): Promise<void> {
  const refuse = (message: string): never => {
    throw refuseField("out_of_scope", "companyId", { message });
  };
  if (!seesTicketsOf(actor, companyId)) {
    const what = companyId === null ? "A ticket without a company would be" : "That company is";
    refuse(`${what} outside what you may see.`);
  }
  if (companyId !== null) await assertTakesTickets(tx, companyId);
}

export function seesTicketsOf(actor: Actor, companyId: string | null): boolean {
  if (sightOf(actor) === "all") return true;
  return companyId !== null && actor.companyIds.includes(companyId);
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

/** For an act that opens a ticket in the company of another: held before that is, in the order of all. */
export async function holdCompanyOf(tx: Tx, ticketId: string): Promise<void> {
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
