import type { ChangeKind, TicketState } from "../../../../shared/tickets/state.ts";
import type { Tx } from "../../../db/database.ts";
import { canBeAssigned, readParticipants } from "./participants.ts";
import { isTeamThere } from "./places.ts";

/** What of an act is not taken back: what stood there is not to be had any more. */
export async function barredFromUndo(
  tx: Tx,
  ticket: TicketState,
  before: Partial<TicketState>,
): Promise<ChangeKind[]> {
  const barred: ChangeKind[] = [];
  if (await isAssigneeLost(tx, ticket, before.assigneeId)) barred.push("assigned");
  if (await isCompanyGone(tx, before.companyId)) barred.push("company");
  if (before.teamId && !(await isTeamThere(tx, before.teamId))) barred.push("team");
  return barred;
}

/** Whoever has lost the scope meanwhile is not assigned again. */
async function isAssigneeLost(
  tx: Tx,
  ticket: TicketState,
  assigneeId: string | null | undefined,
): Promise<boolean> {
  if (!assigneeId || assigneeId === ticket.assigneeId) return false;
  const people = await readParticipants(tx, [assigneeId], ticket.companyId);
  return !canBeAssigned(people.get(assigneeId));
}

/** What became part of another company meanwhile, or does at this moment, takes no ticket back. */
async function isCompanyGone(tx: Tx, companyId: string | null | undefined): Promise<boolean> {
  if (!companyId) return false;
  const company = await tx
    .selectFrom("companies")
    .select("state")
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  return company?.state === "merged";
}
