import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { renderMessages } from "../markdown/message-html.ts";
import { presentMessage } from "./present-timeline.ts";
import { describeItems } from "./timeline-items.ts";
import type { StoredMessage } from "./timeline-row.ts";
import { type Sight, sightOf } from "./scope.ts";

interface Begun {
  /** The newest message that was on the screen; absent where nobody looked. */
  seenMessageId?: string | null | undefined;
  sendAnyway?: boolean | undefined;
}

/** What others wrote since a reply was begun is shown first, and nothing is sent. */
export async function assertNothingCameBetween(
  tx: Tx,
  { actor, now }: ActorDeps,
  ticketId: string,
  { seenMessageId, sendAnyway }: Begun,
): Promise<void> {
  if (seenMessageId === undefined || sendAnyway) return;
  const found = await selectNewer(tx, sightOf(actor), {
    ...{ ticketId, seenMessageId },
    userId: actor.id,
    undoableSince: now,
  });
  if (found.length === 0) return;
  const html = await renderMessages(null, found);
  throw new AppError("came_between", {
    cameBetween: found.toReversed().map((row) => presentMessage(row, { actor, html })),
  });
}

/** So many are shown at most, the newest. */
const mostShown = 20;

interface NewerValues {
  ticketId: string;
  userId: string;
  seenMessageId: string | null;
  undoableSince: Date;
}

/** Staff see a message once it is written, a Customer once it is public: newer means since then. */
const selectNewer = keepStatement<Sight, NewerValues, StoredMessage>((sight, slot) => {
  const seenAs = (message: string) =>
    sql.raw(sight === "own" ? `${message}.released_at` : `${message}.created_at`);
  const keys = sql`
    select 'message' as type, m.id, m.id as tie, ${seenAs("m")} as key_at, 1::smallint as rank
    from messages m
    left join messages seen on seen.id = ${slot("seenMessageId")}::uuid
    where m.ticket_id = ${slot("ticketId")}::uuid and m.author_id <> ${slot("userId")}::uuid
      and m.redacted_at is null and ${seenAs("m")} is not null
      and case
        when ${slot("seenMessageId")}::uuid is null then true
        -- What was on the screen has been taken back since: its moment is told by what took it.
        when seen.id is null then coalesce(${seenAs("m")} > coalesce((
          select (e.data ->> 'writtenAt')::timestamptz from ticket_events e
          where e.ticket_id = m.ticket_id and e.kind = 'reply-taken-back'
            and e.data ->> 'messageId' = ${slot("seenMessageId")}::uuid::text), (
          -- Or it was the note of a merge, which went with it.
          select min(e.created_at) from ticket_events e
          where e.ticket_id = m.ticket_id and e.kind = 'merged-from')), true)
        else (${seenAs("m")}, m.id) > (${seenAs("seen")}, seen.id)
      end
    order by ${seenAs("m")} desc, m.id desc limit ${sql.lit(mostShown)}`;
  const reader = { readerId: slot("userId"), undoableSince: slot("undoableSince") };
  return describeItems(sight, reader, keys) as ReturnType<typeof sql<StoredMessage>>;
});
