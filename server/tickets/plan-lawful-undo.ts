import type { ChangeKind, TicketPlan, TicketState } from "../../shared/tickets/state.ts";
import { type ActToUndo, kindsIn, planUndo } from "../../shared/tickets/undo.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { lockPeople } from "./lock-people.ts";
import { canBeAssigned, canFollow, canRequest, readParticipants } from "./participants.ts";
import { isTeamThere, seesTicketsOf } from "./places.ts";

type Act = Omit<ActToUndo, "barred" | "outside" | "noMore">;

/** Plans what brings the ticket back, without what is not to be had any more. */
export async function planLawfulUndo(
  tx: Tx,
  actor: Actor,
  ticket: TicketState,
  act: Act,
  now: string,
): Promise<TicketPlan> {
  const gone = await whatIsGone(tx, actor, act);
  const noMore = await tagsNoMore(tx, act);
  const whole = { ...act, noMore };
  const plan = planUndo(ticket, { ...whole, ...(await barred(tx, ticket, act, gone)) }, now);
  if (plan.after.companyId === ticket.companyId) return plan;
  if (await fitsItsPeople(tx, ticket, plan.after, act)) return plan;
  const stays = await barred(tx, ticket, act, [...gone, "company"]);
  return planUndo(ticket, { ...whole, ...stays }, now);
}

/** Of the tags that were taken off: whoever deleted one, or gave it another name, is not overruled. */
async function tagsNoMore(tx: Tx, { changes }: Act): Promise<string[]> {
  const names = changes.flatMap((change) => (change.kind === "tags" ? change.removed : []));
  if (names.length === 0) return [];
  const there = await tx.selectFrom("tags").select("name").where("name", "in", names).execute();
  const known = new Set(there.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** What became part of another company meanwhile takes no ticket back, nor what the actor sees no more. */
async function whatIsGone(tx: Tx, actor: Actor, { record }: Act): Promise<ChangeKind[]> {
  const { companyId, teamId } = record.before;
  const gone: ChangeKind[] = [];
  if (companyId !== undefined) {
    if (!seesTicketsOf(actor, companyId) || (await isMerged(tx, companyId))) gone.push("company");
  }
  if (teamId && !(await isTeamThere(tx, teamId))) gone.push("team");
  return gone;
}

/** Or is at this moment. */
async function isMerged(tx: Tx, companyId: string | null): Promise<boolean> {
  if (companyId === null) return false;
  const company = await tx
    .selectFrom("companies")
    .select("state")
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  return company?.state === "merged";
}

/** Who has lost the right meanwhile gets no part again, seen from the company that the ticket comes to. */
async function barred(
  tx: Tx,
  ticket: TicketState,
  { changes, record, since }: Act,
  gone: readonly ChangeKind[],
): Promise<Required<Pick<ActToUndo, "barred" | "outside">>> {
  const { companyId, assigneeId, requesterId } = record.before;
  const stays = gone.includes("company") || touchedSince(since).has("company");
  const company = companyId === undefined || stays ? ticket.companyId : companyId;
  const left = changes.flatMap((change) => (change.kind === "followers" ? change.removed : []));
  const named = [assigneeId, requesterId, ...left].filter((id) => typeof id === "string");
  const people = await readParticipants(tx, [...new Set(named)], company);
  const barred = [...gone];
  if (assigneeId && assigneeId !== ticket.assigneeId && !canBeAssigned(people.get(assigneeId))) {
    barred.push("assigned");
  }
  if (requesterId && !canRequest(people.get(requesterId), company)) barred.push("requester");
  return { barred, outside: left.filter((id) => !canFollow(people.get(id))) };
}

/** Whether all who would have a part in it see it there. Whoever asked there before may ask again. */
async function fitsItsPeople(
  tx: Tx,
  ticket: TicketState,
  { companyId, requesterId, assigneeId, followers }: TicketState,
  { record, since }: Act,
): Promise<boolean> {
  const all = [requesterId, ...followers, ...(assigneeId === null ? [] : [assigneeId])];
  // Who came to the ticket after its people were locked.
  await lockPeople(tx, all);
  const people = await readParticipants(tx, all, companyId);
  const untouched = touchedSince(since).has("requester") ? null : ticket.requesterId;
  const asked = record.before.requesterId ?? untouched;
  return (
    (requesterId === asked || canRequest(people.get(requesterId), companyId)) &&
    (assigneeId === null || canBeAssigned(people.get(assigneeId))) &&
    followers.every((id) => canFollow(people.get(id)))
  );
}

function touchedSince(since: ActToUndo["since"]): ReadonlySet<ChangeKind> {
  return new Set(since.flatMap(kindsIn));
}
