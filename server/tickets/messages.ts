import { sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { attachFiles } from "../files/attach.ts";

export interface NewMessage {
  /** Where it must be known before. */
  id?: string;
  kind: "public" | "note";
  body: string;
  fileIds?: readonly string[];
  /** Of a note: those whose name stands in it. */
  mentions?: readonly string[];
}

interface Where {
  ticketId: string;
  homeId?: string;
  actId: string;
  /** Of whoever wrote it: what an act says by itself has none. */
  requestId?: string;
  actor: Actor;
  at: string;
}

/**
 * Whether staff said the public message `m`: theirs alone waits before it goes out. Whoever wrote it may
 * be somebody else by now.
 */
export const isOfStaff = sql<boolean>`coalesce(m.release_at <> m.created_at, false)`;

/**
 * Writes a message into a ticket. A customer's is public at once; a reply of staff goes out some
 * seconds later by the database's clock, and its author can take it back until then.
 */
export async function insertMessage(
  tx: Tx,
  where: Where,
  { id = Bun.randomUUIDv7(), kind, body, fileIds = [], mentions = [] }: NewMessage,
): Promise<{ id: string }> {
  const { ticketId, homeId = ticketId, actId, requestId = null, actor } = where;
  const at = sql<Date>`${where.at}::text::timestamptz`;
  const isReply = kind === "public" && isStaff(actor);
  await tx
    .insertInto("messages")
    .values({
      id,
      ticket_id: ticketId,
      home_ticket_id: homeId,
      act_id: actId,
      request_id: requestId,
      author_id: actor.id,
      kind,
      body,
      created_at: at,
      release_at: isReply
        ? sql<Date>`clock_timestamp() + ${releaseDelayMs} * interval '1 millisecond'`
        : null,
      released_at: kind === "public" && !isReply ? at : null,
    })
    .execute();
  if (mentions.length > 0) {
    const mentioned = [...new Set(mentions)].map((user_id) => ({ message_id: id, user_id }));
    await tx.insertInto("message_mentions").values(mentioned).execute();
  }
  await attachFiles(tx, { actor, messageId: id, fileIds });
  return { id };
}
