import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TimelinePage } from "../../shared/tickets/page.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../actor.ts";
import { readCursor } from "../db/keyset.ts";
import { keepStatement } from "../db/statement.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { companiesSeenWhole, isSeen, type Sight, sightOf, withSpam } from "./scope.ts";
import { messagesOf, presentTimeline } from "./present-timeline.ts";
import { timelineItems, timelineLimit, timelineOrder } from "./timeline-items.ts";
import type { StoredItem } from "./timeline-row.ts";

/** What stands before the items that are shown already. */
export async function readEarlierItems(
  deps: ActorDeps,
  { id, before }: { id: string; before: string },
): Promise<TimelinePage> {
  const { db, actor, now } = deps;
  const [mark0, mark1, mark2] = readCursor(timelineOrder, before);
  const [found] = await selectEarlier(db, sightOf(actor), {
    ...{ mark0, mark1, mark2 },
    ticketId: id,
    userId: actor.id,
    companyIds: companiesSeenWhole(actor),
    undoableSince: new Date(now.getTime() - undoMs),
  });
  if (!found) throw new AppError("not_found");
  const html = await renderMessages(db, messagesOf(found.items));
  return presentTimeline(found.items, { actor, html });
}

interface EarlierValues {
  ticketId: string;
  userId: string;
  companyIds: readonly string[];
  undoableSince: Date;
  mark0: string | undefined;
  mark1: string | undefined;
  mark2: string | undefined;
}

const selectEarlier = keepStatement<Sight, EarlierValues, { items: StoredItem[] }>(
  (sight, slot) => {
    const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
    const items = timelineItems(sight, {
      ticketId: sql`t.id`,
      readerId: slot("userId"),
      undoableSince: slot("undoableSince"),
      scope,
      mark: [slot("mark0"), slot("mark1"), slot("mark2")],
      limit: timelineLimit + 1,
    });
    return sql`
      select coalesce((select json_agg(row_to_json(item)) from (${items}) item), '[]') as items
      from tickets t where t.id = ${slot("ticketId")}::uuid and ${isSeen(withSpam(scope))}`;
  },
);
