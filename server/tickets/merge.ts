import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import {
  assertMergeable,
  assertNamed,
  type MergeRecord,
  type MergeSide,
  planMerge,
  planUnmerge,
} from "../../shared/tickets/merge.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf, type TicketState } from "../../shared/tickets/state.ts";
import { type Said, type Waiting, waitingOf } from "../../shared/tickets/turns.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { moveDrafts } from "../drafts/move-drafts.ts";
import { once } from "../once.ts";
import { leadBack, leadTo } from "./merge-links.ts";
import { bringHome, bringOver } from "./merge-messages.ts";
import {
  canFollow,
  canRequest,
  type Participant,
  readParticipants,
  whoIsLost,
} from "./participants.ts";
import type { ActMade } from "./act-made.ts";
import { answerAct } from "./answer-act.ts";
import { findBothForUpdate, findForUpdate, type LockedTicket } from "./lock.ts";
import { lockPeople, lockTakingPart } from "./lock-people.ts";
import { insertMessage } from "./messages.ts";
import { readSaid } from "./read-said.ts";
import { recount } from "./recount-replies.ts";
import { tellReopened } from "./restore-span.ts";
import { saveTicket } from "./save-ticket.ts";

interface MergeInput {
  requestId: string;
  sourceId: string;
  targetId: string;
  /** Where two people asked: who was shown as going to see what, and it is meant. */
  agreedIds?: readonly string[] | undefined;
}

/** What shows in the source shows in the target from now on, and the source is closed. */
export async function mergeTickets(deps: ActorDeps, input: MergeInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "merge", requestId, input }, async (tx, actId, deps) => {
    await lockTakingPart(tx, [input.sourceId, input.targetId]);
    return await merge(tx, deps, actId, input);
  });
  return await answerAct(deps, done);
}

interface UnmergeInput {
  requestId: string;
  /** The ticket that was merged into another. */
  sourceId: string;
}

/** Takes a merge back, whenever: the source gets what was its own, late replies included. */
export async function unmergeTicket(deps: ActorDeps, input: UnmergeInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "unmerge", requestId, input }, async (tx, actId, deps) => {
    await lockTakingPart(tx, [input.sourceId]);
    return await unmerge(tx, deps, { actId, sourceId: input.sourceId });
  });
  return await answerAct(deps, done);
}

/** In somebody's transaction, which has locked those who take part in either. */
export async function merge(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  { sourceId, targetId, agreedIds = [] }: Omit<MergeInput, "requestId">,
): Promise<ActMade> {
  const { actor, now } = deps;
  const [one, other] = await findBothForUpdate(tx, actor, sourceId, targetId);
  const people = await readPeople(tx, one, other);
  const [source, target] = [sideOf(one, people), sideOf(other, people)];
  assertMergeable(source, target);
  assertNamed(source, target, agreedIds);

  const { publicly, broughtAlong, thereBefore } = await bringOver(tx, sourceId, targetId);
  const mayFollow = (id: string) => canFollow(people.get(id));
  const plan = planMerge(source, target, { mayFollow, publicly }, instantOf(now));
  const made: ActMade = { ticketId: targetId };
  const note = (ticketId: string, at: string, body: string) =>
    insertMessage(tx, { ticketId, actId, actor, at }, { kind: "note", body });
  await note(sourceId, plan.source.at, mergedInto(target.number, target.state.subject));
  await note(
    targetId,
    plan.target.at,
    `#${source.number} was merged into this ticket: ${source.state.subject}`,
  );
  const act = { actId, actorId: actor.id };
  await saveTicket(tx, source, { ...act, plan: plan.source, made: { ...made } });
  await saveTicket(tx, target, { ...act, plan: plan.target });
  await moveDrafts(tx, sourceId, targetId, now);
  await leadTo(tx, { sourceId, targetId });
  await recount(tx, targetId);
  await tx
    .insertInto("merges")
    .values({
      id: Bun.randomUUIDv7(),
      source_id: sourceId,
      target_id: targetId,
      act_id: actId,
      actor_id: actor.id,
      source_before: source.state,
      waiting_before: waitingOf(target.state),
      waiting_after: waitingOf(plan.target.after),
      followers_added: plan.followersAdded,
      brought_along: broughtAlong,
      there_before: thereBefore,
      created_at: now,
    })
    .execute();
  return made;
}

/** What stands in the source as long as it is merged. */
export function mergedInto(number: number, subject: string): string {
  return `Merged into #${number}: ${subject}`;
}

async function readPeople(
  tx: Tx,
  source: LockedTicket,
  target: LockedTicket,
): Promise<Map<string, Participant>> {
  const { requesterId, followers } = source.state;
  const ids = [requesterId, target.state.requesterId, ...followers];
  // Who came to either after its people were locked.
  await lockPeople(tx, ids);
  return await readParticipants(tx, [...new Set(ids)], target.state.companyId);
}

function sideOf(
  { id, number, state }: LockedTicket,
  people: ReadonlyMap<string, Participant>,
): MergeSide {
  const requester = people.get(state.requesterId);
  return {
    ...{ id, number, state },
    requesterName: requester?.name ?? "The requester",
    requesterBelongs: state.companyId !== null && canRequest(requester, state.companyId),
  };
}

/**
 * In somebody's transaction, which has locked those who take part in the source; `mergedBy`: only if it is
 * that act which stands.
 */
export async function unmerge(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  { actId, sourceId, mergedBy }: { actId: string; sourceId: string; mergedBy?: string },
): Promise<ActMade> {
  const merge = await tx
    .selectFrom("merges")
    .selectAll()
    .where("source_id", "=", sourceId)
    .where("undone_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (mergedBy !== undefined && merge?.act_id !== mergedBy) throw new AppError("undo_too_late");
  if (!merge) throw new AppError("not_found");
  // A chain is undone from its newest: a target that is merged itself is hidden, hence not found.
  const target = await findForUpdate(tx, actor, merge.target_id);
  await leadBack(tx, { sourceId, targetId: merge.target_id });
  const source = await findForUpdate(tx, actor, sourceId);

  const staying = await handOver(tx, merge);
  const record: MergeRecord = {
    sourceBefore: merge.source_before as TicketState,
    waitingBefore: merge.waiting_before as Waiting,
    waitingAfter: merge.waiting_after as Waiting,
    followersAdded: merge.followers_added.filter((id) => !staying.includes(id)),
  };
  const lost = await whoIsLost(tx, source.state, source.state.companyId);
  const publicly = await bringHome(tx, merge);
  const said = await saidSince(tx, merge.act_id, [sourceId, target.id]);
  const plan = planUnmerge(source, target, record, instantOf(now), {
    ...{ lost, publicly, inSource: said.get(sourceId), inTarget: said.get(target.id) },
  });
  const act = { actId, actorId: actor.id };
  const made: ActMade = { ticketId: sourceId };
  await saveTicket(tx, source, { ...act, plan: plan.source, made: { ...made } });
  if (plan.source.after.reopenCount > record.sourceBefore.reopenCount) {
    await tellReopened(tx, sourceId, plan.source.at);
  }
  await saveTicket(tx, target, { ...act, plan: plan.target });
  await recount(tx, sourceId);
  await recount(tx, target.id);
  // The key of a merge that was taken back stands for nothing any more.
  await sql`
    with spent as (
      update acts set undone_at = ${now}::timestamptz where id = ${merge.act_id} and undone_at is null
    )
    update merges set undone_at = ${now}::timestamptz where id = ${merge.id}`.execute(tx);
  return made;
}

/** Whoever has a part in what another merge brought there follows by that one from now on. */
async function handOver(
  tx: Tx,
  merge: { id: string; target_id: string; followers_added: string[] },
): Promise<string[]> {
  if (merge.followers_added.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with staying as (
      select distinct on (person.user_id) person.user_id, other.id as merge_id
      from tickets source
        join merges other on other.source_id = source.id and other.undone_at is null
        join ticket_people person on person.ticket_id = source.id
      where source.merged_into_id = ${merge.target_id}::uuid
        and person.user_id = any(${merge.followers_added}::uuid[])
      order by person.user_id, other.created_at, other.id
    ),
    handed as (
      update merges set followers_added = followers_added || array(
        select user_id from staying where merge_id = merges.id)
      where id in (select merge_id from staying)
    )
    select user_id as id from staying`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Of each of these tickets since the merge, by its own clock: a server's may be behind what it said before. */
async function saidSince(
  tx: Tx,
  mergeId: string,
  ticketIds: readonly string[],
): Promise<Map<string, Said>> {
  return await readSaid(
    tx,
    sql`m.ticket_id`,
    sql`m.ticket_id = any(${[...ticketIds]}::uuid[]) and m.released_at > (
      select max(created_at) from ticket_events
      where ticket_id = m.ticket_id and act_id = ${mergeId})`,
  );
}
