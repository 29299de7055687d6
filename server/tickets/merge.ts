import { sql } from "kysely";
import { AppError, errorCatalogue } from "../../shared/errors.ts";
import type { PreviewMergeInput } from "../../shared/schemas/ticket-merge.ts";
import {
  assertMergeable,
  assertNamed,
  type MergeParty,
  type MergePreview,
  type MergeRecord,
  type MergeSide,
  planMerge,
  planUnmerge,
  previewMerge,
} from "../../shared/tickets/merge.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf, type TicketState } from "../../shared/tickets/state.ts";
import { type Said, type Waiting, waitingOf } from "../../shared/tickets/turns.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { moveDrafts } from "../drafts/move-drafts.ts";
import { once } from "../once.ts";
import {
  type LockedTicket,
  lockBothTickets,
  lockParticipants,
  lockPeople,
  lockTicket,
} from "./lock.ts";
import {
  moveMessagesBack,
  moveMessagesOver,
  redirectBack,
  redirectTicket,
  unansweredIn,
} from "./merge-moves.ts";
import { insertMessage, readSaid, recount } from "./messages.ts";
import {
  canFollow,
  canRequest,
  type Participant,
  peopleLosingAccess,
  readParticipants,
} from "./participants.ts";
import { type ActionResult, answerAction, unassignIfAccessLost } from "./transaction.ts";
import { readActionEvents } from "./undo.ts";
import { markReopened, restoreSpan, saveTicket } from "./write.ts";

interface MergeInput {
  requestId: string;
  sourceId: string;
  targetId: string;
  /** With two requesters: the people who gain access, as the dialog showed them. */
  agreedIds?: readonly string[] | undefined;
}

/** Moves the messages of the source to the target and closes the source. */
export async function mergeTickets(deps: ActorDeps, input: MergeInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "merge", requestId, input }, async (tx, actId, deps) => {
    await lockParticipants(tx, [input.sourceId, input.targetId]);
    return await merge(tx, deps, actId, input);
  });
  return await answerAction(deps, done);
}

interface UnmergeInput {
  requestId: string;
  /** The merged ticket. */
  sourceId: string;
}

/** Undoes a merge at any time. The source gets its messages back, later replies included. */
export async function unmergeTicket(deps: ActorDeps, input: UnmergeInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "unmerge", requestId, input }, async (tx, actId, deps) => {
    await lockParticipants(tx, [input.sourceId]);
    return await unmerge(tx, deps, { actId, sourceId: input.sourceId });
  });
  return await answerAction(deps, done);
}

/** Runs in a transaction that has locked the participants of both tickets. */
export async function merge(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  { sourceId, targetId, agreedIds = [] }: Omit<MergeInput, "requestId">,
): Promise<ActionResult> {
  const { actor, now } = deps;
  const [one, other] = await lockBothTickets(tx, actor, sourceId, targetId);
  const people = await readPeople(tx, one, other);
  const [source, target] = [sideOf(one, people), sideOf(other, people)];
  assertMergeable(source, target);
  assertNamed(source, target, agreedIds);

  const { publicly, heardSince, broughtAlong, thereBefore } = await moveMessagesOver(
    tx,
    sourceId,
    targetId,
  );
  const mayFollow = (id: string) => canFollow(people.get(id));
  const brought = { mayFollow, publicly, heardSince };
  const plan = planMerge(source, target, brought, instantOf(now));
  plan.target = await unassignIfAccessLost(tx, plan.target);
  const made: ActionResult = { ticketId: targetId };
  const note = (ticketId: string, at: string, body: string) =>
    insertMessage(tx, { ticketId, actId, actor, at }, { kind: "note", body });
  const inSource = await note(
    sourceId,
    plan.source.at,
    mergedInto(target.number, target.state.subject),
  );
  const inTarget = await note(
    targetId,
    plan.target.at,
    `#${source.number} was merged into this ticket: ${source.state.subject}`,
  );
  const act = { actId, actorId: actor.id };
  const noted = ({ id }: { id: string }) => ({ id, type: "note.created" }) as const;
  await saveTicket(tx, source, {
    ...act,
    plan: plan.source,
    made: { ...made },
    message: noted(inSource),
  });
  await saveTicket(tx, target, { ...act, plan: plan.target, message: noted(inTarget) });
  await moveDrafts(tx, sourceId, targetId, now);
  await redirectTicket(tx, { sourceId, targetId });
  await recount(tx, targetId);
  const copiedAdded = await copyPeopleOver(tx, sourceId, targetId);
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
      copied_added: copiedAdded,
      brought_along: broughtAlong,
      there_before: thereBefore,
      created_at: now,
    })
    .execute();
  return made;
}

/** Copied people get the answers of the target from now on. */
async function copyPeopleOver(tx: Tx, sourceId: string, targetId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    insert into ticket_people (ticket_id, address, name)
    select ${targetId}::uuid, address, name from ticket_people
    where ticket_id = ${sourceId}::uuid and address is not null
    on conflict do nothing
    returning address`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Unless another ticket that is merged into the target copies them too. */
async function removeCopied(
  tx: Tx,
  merge: { source_id: string; target_id: string; copied_added: readonly string[] },
): Promise<void> {
  await sql`
    delete from ticket_people person
    where person.ticket_id = ${merge.target_id}::uuid
      and person.address = any(${[...merge.copied_added]}::text[])
      and not exists (
        select from tickets other join ticket_people part on part.ticket_id = other.id
        where other.merged_into_id = ${merge.target_id}::uuid
          and other.id <> ${merge.source_id}::uuid and part.address = person.address)`.execute(tx);
}

/** The note in the source while it is merged. */
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
  // People may have been added to either ticket after its people were locked.
  await lockPeople(tx, ids);
  return await readParticipants(tx, [...new Set(ids)], target.state.companyId);
}

function sideOf(
  { id, number, state }: LockedTicket,
  people: ReadonlyMap<string, Participant>,
): MergeSide {
  const requester = people.get(state.requesterId);
  return {
    id,
    number,
    state,
    requesterName: requester?.name ?? "The requester",
    requesterBelongs: state.companyId !== null && canRequest(requester, state.companyId),
  };
}

/**
 * Runs in a transaction that has locked the participants of the source. `mergedBy`: only if that
 * action made the merge.
 */
export async function unmerge(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  { actId, sourceId, mergedBy }: { actId: string; sourceId: string; mergedBy?: string },
): Promise<ActionResult> {
  const merge = await tx
    .selectFrom("merges")
    .selectAll()
    .where("source_id", "=", sourceId)
    .where("undone_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (mergedBy !== undefined && merge?.act_id !== mergedBy) throw new AppError("undo_too_late");
  if (!merge) throw new AppError("not_found");
  // Chains are undone from the newest: a target that is merged itself is hidden and not found.
  const target = await lockTicket(tx, actor, merge.target_id);
  await redirectBack(tx, { sourceId, targetId: merge.target_id });
  const source = await lockTicket(tx, actor, sourceId);

  const staying = await handOver(tx, merge);
  const record: MergeRecord = {
    sourceBefore: merge.source_before as TicketState,
    waitingBefore: merge.waiting_before as Waiting,
    waitingAfter: merge.waiting_after as Waiting,
    followersAdded: merge.followers_added.filter((id) => !staying.includes(id)),
  };
  const lost = await peopleLosingAccess(tx, source.state, source.state.companyId);
  const publicly = await moveMessagesBack(tx, merge);
  const said = await saidSince(tx, merge.act_id, [sourceId, target.id]);
  const events = await readActionEvents(tx, [{ ticketId: target.id, actId: merge.act_id }]);
  const plan = planUnmerge(source, target, record, instantOf(now), {
    target: events.get(merge.act_id),
    lost,
    publicly,
    inSource: said.get(sourceId),
    inTarget: said.get(target.id),
  });
  const act = { actId, actorId: actor.id };
  const made: ActionResult = { ticketId: sourceId };
  await saveTicket(tx, source, { ...act, plan: plan.source, made: { ...made } });
  if (plan.source.after.reopenCount > record.sourceBefore.reopenCount) {
    await markReopened(tx, sourceId, plan.source.at);
  }
  if (plan.target.after.status !== plan.target.before.status) {
    await restoreSpan(tx, target.id, plan.target.after.status);
  }
  await saveTicket(tx, target, { ...act, plan: plan.target });
  await removeCopied(tx, merge);
  await recount(tx, sourceId);
  await recount(tx, target.id);
  // The request id of an undone merge is spent.
  await sql`
    with spent as (
      update acts set undone_at = ${now}::timestamptz where id = ${merge.act_id} and undone_at is null
    )
    update merges set undone_at = ${now}::timestamptz where id = ${merge.id}`.execute(tx);
  return made;
}

/** People who also take part in another merged ticket stay followers because of that merge. */
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

/** The time of the merge on each ticket: a server's clock may be behind an earlier action. */
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

/** Whether the tickets can be merged, and who will see what, before it is done. */
export async function previewMergeOf(
  deps: ActorDeps,
  { targetId, sourceIds }: PreviewMergeInput,
): Promise<MergePreview> {
  const ids = [...new Set(sourceIds)];
  const parties = await readParties(deps, targetId, ids);
  const target = parties.get(targetId);
  if (!target) throw new AppError("not_found");
  const sources = ids.flatMap((id) => parties.get(id) ?? []);
  const { refusals, ...named } = previewMerge(
    sources,
    target,
    await unansweredOf(deps, targetId, ids),
  );
  const { message } = errorCatalogue.not_found;
  const missing = ids.filter((id) => !parties.has(id)).map((id) => ({ id, message }));
  return { ...named, refusals: [...refusals, ...missing] };
}

/** The sources whose customers wait for a reply that neither they nor the target have. */
async function unansweredOf(
  { db, actor }: ActorDeps,
  targetId: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tickets t
    where t.id = any(${[...sourceIds]}::uuid[]) and ${isSeen(scopeOf(actor))} and exists (
      select from messages m
      where m.ticket_id = t.id and ${unansweredIn(sql`array[t.id, ${targetId}::uuid]`)})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

type FoundTicket = Pick<MergeParty, "id" | "number" | "state">;

async function readParties(
  { db, actor }: ActorDeps,
  targetId: string,
  sourceIds: readonly string[],
): Promise<Map<string, MergeParty>> {
  const { rows } = await sql<FoundTicket>`
    select t.id, t.number, json_build_object(
      'status', t.status, 'companyId', t.company_id, 'requesterId', t.requester_id) as state
    from tickets t
    where t.id = any(${[targetId, ...sourceIds]}::uuid[]) and ${isSeen(scopeOf(actor))}`.execute(
    db,
  );
  const companyId = rows.find(({ id }) => id === targetId)?.state.companyId ?? null;
  const people = await readParticipants(
    db,
    rows.map(({ state }) => state.requesterId),
    companyId,
  );
  return new Map(
    rows.map((ticket) => {
      const requester = people.get(ticket.state.requesterId);
      return [
        ticket.id,
        {
          ...ticket,
          requesterName: requester?.name ?? "The requester",
          requesterBelongs: companyId !== null && canRequest(requester, companyId),
        },
      ];
    }),
  );
}
