import { type AppError, refuseInput } from "../../shared/errors.ts";
import type { CreateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { sightOf } from "./scope.ts";
import { assertTakePart, peopleConcerned, readParticipants } from "./participants.ts";
import { assertCompany, assertTeam, takesNoTickets } from "./places.ts";

/** For whom a ticket is opened, and for which company. */
interface Place {
  requesterId: string;
  companyId: string | null;
}

/** A customer's ticket belongs to their company; of several that take tickets they choose. */
export async function placeForCustomer(
  tx: Tx,
  actor: Actor,
  { companyId }: CreateTicketInput,
): Promise<Place> {
  if (companyId && !actor.companyIds.includes(companyId)) {
    throw refused("You do not belong to that company.");
  }
  const ids = companyId ? [companyId] : actor.companyIds;
  if (ids.length === 0) return { requesterId: actor.id, companyId: null };
  const companies = await tx
    .selectFrom("companies")
    .select(["id", "name", "state"])
    .where("id", "in", ids)
    .orderBy("id")
    .forShare()
    .execute();
  const [first, second] = companies.filter(({ state }) => state === "active");
  if (second) throw refused("Choose the company that this is about.");
  if (!first) throw takesNoTickets(companies[0]);
  return { requesterId: actor.id, companyId: first.id };
}

export async function placeForStaff(
  tx: Tx,
  actor: Actor,
  input: CreateTicketInput,
): Promise<Place> {
  const { requesterId } = input;
  if (!requesterId) {
    throw refuseInput("requesterId", "Choose for whom this ticket is.");
  }
  const companyId =
    input.companyId === undefined ? await onlyCompanyOf(tx, actor, requesterId) : input.companyId;
  await assertCompany(tx, actor, companyId);
  if (input.teamId) await assertTeam(tx, input.teamId);
  const people = await readParticipants(tx, peopleConcerned(input), companyId);
  await assertTakePart(tx, actor, input, people, companyId);
  return { requesterId, companyId };
}

/** The one company of theirs that the actor sees; where there are several, staff must choose. */
async function onlyCompanyOf(tx: Tx, actor: Actor, requesterId: string): Promise<string | null> {
  const seesAll = sightOf(actor) === "all";
  const companies = await tx
    .selectFrom("user_companies")
    .innerJoin("companies", "companies.id", "user_companies.company_id")
    .select("companies.id")
    .where("user_id", "=", requesterId)
    .where("companies.state", "=", "active")
    .$if(!seesAll, (query) =>
      query.where("companies.id", "=", (where) => where.fn.any(where.val(actor.companyIds))),
    )
    .limit(2)
    .execute();
  const [first, second] = companies;
  if (second) throw refused("Choose the company that this is about.");
  return first?.id ?? null;
}

function refused(message: string): AppError {
  return refuseInput("companyId", message);
}
