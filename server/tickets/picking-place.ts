import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { PickInput } from "../../shared/schemas/ticket-acts.ts";
import type { ActorDeps } from "../actor.ts";
import { isSeen, scopeOf, sightOf } from "./scope.ts";

/**
 * The company of the ticket that somebody is picked for. Null: a ticket without one; undefined:
 * none was named. What the actor does not see is not found.
 */
export async function findForPicking(
  { db, actor }: ActorDeps,
  { ticketId, companyId }: PickInput,
): Promise<{ companyId: string | null | undefined }> {
  if (ticketId) {
    const { rows } = await sql<{ companyId: string | null }>`
      select t.company_id as "companyId" from tickets t
      where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}`.execute(db);
    const [ticket] = rows;
    if (!ticket) throw new AppError("not_found");
    return companyId === undefined ? ticket : { companyId: seen(companyId) };
  }
  return { companyId: seen(companyId) };

  function seen(id: string | null | undefined): string | null | undefined {
    if (!id || sightOf(actor) === "all" || actor.companyIds.includes(id)) return id;
    throw new AppError("not_found");
  }
}
