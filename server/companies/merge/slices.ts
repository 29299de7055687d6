import { can } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import type { Tx } from "../../db/database.ts";
import type { ItemOutcome, JobHandler } from "../../jobs/handlers.ts";
import { moveTicket } from "../../tickets/acts/move-to-company.ts";
import { lockActing, lockPeople, takingPart } from "../../tickets/acts/shape/lock-people.ts";
import { lockThoseOf } from "../lock.ts";
import { finishMerge } from "./finish.ts";
import type { CompanyMerge } from "./job.ts";
import { ticketsOf } from "./tickets-of.ts";

/** Its items are the tickets of the source, and last the source itself. */
export const companyMergeHandler: JobHandler<CompanyMerge> = {
  async run(tx, deps, merge, items) {
    const ids = items.map(({ subjectId }) => subjectId).filter((id) => id !== merge.sourceId);
    const isLast = ids.length < items.length;
    const left = () => (isLast ? ticketsOf(tx, merge.sourceId) : []);
    await lockActing(tx, deps.actor.id);
    const people = await takingPart(tx, [...ids, ...(await left())]);
    await (isLast ? lockThoseOf(tx, [merge.sourceId], people) : lockPeople(tx, people));
    if (!can(deps.actor, "company.write")) {
      return items.map(() => refused(merge, new AppError("forbidden")));
    }
    const source = await lockBoth(tx, merge);
    // By a job that another began, or by this one, though nobody heard of it.
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
 * The source, locked so that nobody stops it in the middle of a slice. In the order of all who lock
 * companies; tickets may be opened in the target meanwhile.
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
