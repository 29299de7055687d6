import { sql } from "kysely";
import { planRelease } from "../../shared/tickets/replies-and-notes.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import type { Db, Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { spreadNews } from "../notifications/news.ts";
import { findForUpdate } from "./lock.ts";
import { saveTicket } from "./save-ticket.ts";
import { isShown } from "./scope.ts";

/**
 * Makes the reply that has waited longest public, if its time has come by the database's clock.
 * Whoever holds its ticket, another server or its author who takes it back, is passed by.
 */
export async function releaseReply(db: Db, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const due = await takeDue(tx);
    if (!due) return false;
    const ticket = await findForUpdate(tx, null, due.ticketId);
    const plan = planRelease(ticket.state, due.sentAt, instantOf(now));
    await tx
      .updateTable("messages")
      .set({ released_at: sql<Date>`${plan.at}::text::timestamptz` })
      .where("id", "=", due.id)
      .execute();
    await saveTicket(tx, ticket, {
      ...{ actId: Bun.randomUUIDv7(), actorId: due.authorId, plan },
    });
    await spreadNews(
      tx,
      { id: due.authorId },
      [{ kind: "reply-released", ticketId: ticket.id, messageId: due.id }],
      now,
    );
    return true;
  });
}

interface Due {
  id: string;
  ticketId: string;
  authorId: string;
  sentAt: string;
}

async function takeDue(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select m.id, m.ticket_id as "ticketId", m.author_id as "authorId",
      ${isoTime(sql`m.created_at`)} as "sentAt"
    from messages m join tickets t on t.id = m.ticket_id
    where ${isReplyWaiting} and m.release_at <= clock_timestamp()
    order by m.release_at limit 1
    for no key update of m, t skip locked`.execute(tx);
  return rows[0];
}

/** In how many milliseconds the next one is due, fewer than none if it is; null where none waits. */
export async function nextRelease(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(m.release_at) - clock_timestamp()) * 1000)::float8 as ms
    from messages m join tickets t on t.id = m.ticket_id
    where ${isReplyWaiting}`.execute(db);
  return rows[0]?.ms ?? null;
}

/**
 * Of the message `m` in the ticket `t`; of `m` spelled as in the partial index. What is redacted is not
 * released; what is hidden rests.
 */
export const isReplyWaiting = sql<boolean>`m.kind = 'public' and m.released_at is null and m.redacted_at is null
  and m.release_at is not null and ${isShown({})}`;
