import { sql } from "kysely";
import { can } from "../../../shared/access.ts";
import { companyLimits } from "../../../shared/companies.ts";
import { AppError } from "../../../shared/errors.ts";
import type { MergeCompaniesInput } from "../../../shared/schemas/companies.ts";
import type { ActorDeps } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import { notifyPages } from "../../events/live-events.ts";
import { recordAct } from "../../events/record-act.ts";
import type { ItemOutcome, JobHandler } from "../../jobs/handlers.ts";
import { lockActing, lockPeople, participantIds } from "../../tickets/lock.ts";
import { moveHiddenTickets, moveTicket } from "../../tickets/move-to-company.ts";
import { type LockedCompany, lockPeopleOf, notifyNotesChanged } from "../lock.ts";

/** The items are the tickets of the source, then the source itself. */
export const companyMergeHandler: JobHandler<CompanyMerge> = {
  async run(tx, deps, merge, items) {
    const ids = items.map(({ subjectId }) => subjectId).filter((id) => id !== merge.sourceId);
    const isLast = ids.length < items.length;
    const left = () => (isLast ? ticketsOf(tx, merge.sourceId) : []);
    await lockActing(tx, deps.actor.id);
    const people = await participantIds(tx, [...ids, ...(await left())]);
    await (isLast ? lockPeopleOf(tx, [merge.sourceId], people) : lockPeople(tx, people));
    if (!can(deps.actor, "company.write")) {
      return items.map(() => refused(merge, new AppError("forbidden")));
    }
    const source = await lockBoth(tx, merge);
    // Another job, or an earlier attempt of this one, may have finished it.
    const isDone = source?.merged_into_id === merge.targetId;
    if (!isDone && source?.merging_into_id !== merge.targetId) {
      const stopped = new AppError("companies_not_mergeable", { params: { why: "stopped" } });
      return items.map(() => refused(merge, stopped));
    }
    // An Undo may have brought a ticket back to the source after it was counted.
    const all = [...new Set([...ids, ...(await left())])].sort();
    for (const ticketId of all) await moveTicket(tx, deps, ticketId, merge);
    if (isLast && !isDone) await finishMerge(tx, deps, merge);
    return items.map((): ItemOutcome => ({ state: "done" }));
  },
  title: ({ names }, total) => {
    const tickets = Math.max(0, total - 1);
    const words = tickets === 1 ? "1 ticket" : `${tickets.toLocaleString("en")} tickets`;
    return `Merging ${names}: ${words}`;
  },
};

/**
 * Locks the source, so that the merge cannot be stopped within a slice, and the target in share mode, so
 * that tickets can still be opened there. In order of id, like all locks of companies.
 */
async function lockBoth(tx: Tx, { sourceId, targetId }: CompanyMerge) {
  const rows = [];
  for (const id of [sourceId, targetId].sort()) {
    const company = tx
      .selectFrom("companies")
      .select(["id", "merging_into_id", "merged_into_id"])
      .where("id", "=", id);
    const locked = id === sourceId ? company.forUpdate() : company.forShare();
    rows.push(await locked.executeTakeFirst());
  }
  return rows.find((row) => row?.id === sourceId);
}

function refused({ names }: CompanyMerge, { message }: AppError): ItemOutcome {
  return { state: "refused", refusal: { subject: names, message } };
}

type Deps = Omit<ActorDeps, "db">;

/** After all tickets have moved: removes its people and points it at the target. */
async function finishMerge(tx: Tx, deps: Deps, merge: CompanyMerge): Promise<void> {
  const { sourceId, targetId } = merge;
  await moveHiddenTickets(tx, deps, merge);
  await moveLateAdditions(tx, merge);
  // Moving a ticket has already unassigned people who do not see the target.
  await tx.deleteFrom("user_companies").where("company_id", "=", sourceId).execute();
  await tx
    .updateTable("companies")
    .set({ state: "merged", merged_into_id: targetId, merging_into_id: null })
    .where("id", "=", sourceId)
    .execute();
  // Companies merged into the source earlier now point directly at the target.
  await tx
    .updateTable("companies")
    .set({ merged_into_id: targetId })
    .where("merged_into_id", "=", sourceId)
    .execute();
  for (const [act, id] of [
    ["company.merged", sourceId],
    ["company.took-over", targetId],
  ] as const) {
    const subject = { kind: "company", id } as const;
    const personal = { after: { source: sourceId, target: targetId } };
    await recordAct(tx, { act, actorId: deps.actor.id, subject, personal }, deps);
  }
  await notifyPages(tx, "companies");
}

/** Moves people, domains and notes added to the source since the start. They gain no further access. */
async function moveLateAdditions(tx: Tx, { sourceId, targetId }: CompanyMerge): Promise<void> {
  await joinTarget(tx, { sourceId, targetId, agentIds: [], seeAllIds: [] });
  const companies = await tx
    .selectFrom("companies")
    .select(["id", "name", "notes"])
    .where("id", "in", [sourceId, targetId])
    .execute();
  const source = companies.find(({ id }) => id === sourceId);
  const target = companies.find(({ id }) => id === targetId);
  if (!source || !target) throw new Error("Both companies of a merge are held until it ends");
  await moveDomains(tx, source, target);
  await moveNotes(tx, source, target);
}

type Joining = Pick<MergeCompaniesInput, "sourceId" | "targetId" | "agentIds" | "seeAllIds">;

/**
 * Members join the target and see their own tickets there. Agents join only if they were selected, and
 * members see all tickets of the target only if they were selected.
 */
export async function joinTarget(
  tx: Tx,
  { sourceId, targetId, agentIds, seeAllIds }: Joining,
): Promise<void> {
  await sql`
    insert into user_companies (user_id, company_id, sees_all_tickets)
    select own.user_id, ${targetId}::uuid, own.user_id = any(${seeAllIds}::uuid[])
    from user_companies own join users u on u.id = own.user_id
    where own.company_id = ${sourceId}::uuid
      and (u.role = 'Customer' or u.id = any(${agentIds}::uuid[]))
    order by own.user_id
    on conflict (user_id, company_id) do update
      set sees_all_tickets = user_companies.sees_all_tickets or excluded.sees_all_tickets
      where excluded.sees_all_tickets and not user_companies.sees_all_tickets`.execute(tx);
}

type Held = Pick<LockedCompany, "id" | "name" | "notes">;

export async function moveDomains(tx: Tx, source: Held, target: Held): Promise<void> {
  await tx
    .updateTable("company_domains")
    .set({ company_id: target.id })
    .where("company_id", "=", source.id)
    .execute();
  const { count } = await tx
    .selectFrom("company_domains")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", target.id)
    .executeTakeFirstOrThrow();
  if (count <= companyLimits.domains) return;
  throw new AppError("companies_not_mergeable", {
    params: { why: "many-domains", most: companyLimits.domains },
  });
}

export async function moveNotes(tx: Tx, source: Held, target: Held): Promise<void> {
  if (source.notes === "") return;
  const both = [target.notes, `${source.name}:\n${source.notes}`].filter(Boolean).join("\n\n");
  if (both.length > companyLimits.notes) {
    throw new AppError("companies_not_mergeable", { params: { why: "long-notes" } });
  }
  await tx.updateTable("companies").set({ notes: both }).where("id", "=", target.id).execute();
  await tx.updateTable("companies").set({ notes: "" }).where("id", "=", source.id).execute();
  await notifyNotesChanged(tx);
}

/** The input of a merge job. */
export interface CompanyMerge {
  sourceId: string;
  targetId: string;
  /** Their names at the start: `Acme Ltd into Acme`. */
  names: string;
}

export function mergeNames(source: { name: string }, target: { name: string }): string {
  return `${source.name} into ${target.name}`;
}

/** The tickets of a company in locking order. */
export async function ticketsOf(tx: Tx, companyId: string): Promise<string[]> {
  const tickets = await tx
    .selectFrom("tickets")
    .select("id")
    .where("company_id", "=", companyId)
    .where("spam_at", "is", null)
    .where("merged_into_id", "is", null)
    .orderBy("id")
    .execute();
  return tickets.map(({ id }) => id);
}
