import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketDetails } from "../../shared/tickets/page.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { Actor, ActorDeps } from "../actor.ts";
import { keepStatement, type Slot } from "../db/statement.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { companiesSeenWhole, isSeen, type Scope, type Sight, sightOf, withSpam } from "./scope.ts";
import { detailsColumns, detailsJoins, type StoredDetails } from "./details-row.ts";
import { presentDetails } from "./present-details.ts";
import { messagesOf } from "./present-timeline.ts";
import { timelineItems, timelineLimit } from "./timeline-items.ts";

export async function getTicket(
  deps: ActorDeps,
  { number }: { number: number },
): Promise<TicketDetails> {
  return await read(deps, "number", String(number));
}

/** What an act answers: the ticket as it stands now, under today's rights. */
export async function readTicketDetails(deps: ActorDeps, ticketId: string): Promise<TicketDetails> {
  return await read(deps, "id", ticketId);
}

async function read(deps: ActorDeps, by: "number" | "id", wanted: string): Promise<TicketDetails> {
  const { db, actor, now } = deps;
  const undoableSince = new Date(now.getTime() - undoMs);
  const values = { ...sightValues(actor), wanted, undoableSince };
  const [found] = await selectDetails(db, { sight: sightOf(actor), by }, values);
  if (!found) throw new AppError("not_found");
  const html = await renderMessages(db, messagesOf(found.items));
  return presentDetails(found, { actor, now, html });
}

interface SightValues {
  userId: string;
  companyIds: readonly string[];
}

function sightValues(actor: Actor): SightValues {
  return { userId: actor.id, companyIds: companiesSeenWhole(actor) };
}

function scopeWithin<Values extends SightValues>(sight: Sight, slot: Slot<Values>): Scope {
  return { sight, userId: slot("userId"), companyIds: slot("companyIds") };
}

/** One round trip for the whole page. What was merged shows where it went. */
const selectDetails = keepStatement<
  { sight: Sight; by: "number" | "id" },
  SightValues & { wanted: string; undoableSince: Date },
  StoredDetails
>(({ sight, by }, slot) => {
  const scope = scopeWithin(sight, slot);
  const items = timelineItems(sight, {
    ticketId: sql`it.id`,
    readerId: slot("userId"),
    undoableSince: slot("undoableSince"),
    scope,
    limit: timelineLimit + 1,
  });
  const type = by === "number" ? sql`bigint` : sql`uuid`;
  return sql`
    with recursive ${followMerges(sql`${sql.ref(by)} = ${slot("wanted")}::text::${type}`)},
    it as materialized (
      select t.* from tickets t
      where t.id = (select id from merged where into_id is null) and ${isSeen(withSpam(scope))}
    )
    select ${detailsColumns(scope)},
      coalesce((select json_agg(row_to_json(item)) from (${items}) item), '[]') as items
    from it ${detailsJoins(sight)}`;
});

/** From a merged ticket to the one into which it went, however many stand between. */
function followMerges(first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`merged(id, into_id) as (
    select id, merged_into_id from tickets where ${first}
    union
    select next.id, next.merged_into_id from tickets next join merged on next.id = merged.into_id
  )`;
}
