import { type RawBuilder, sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { Tx } from "../db/database.ts";

/** News from the last hours is still unread. */
const lastLookHoursAgo = 4;
const bellDays = 3;

/** Marks older tickets as read and fills the notification bells, as if people had just stopped working. */
export async function insertReads(tx: Tx, now: Date): Promise<void> {
  const lastLook = new Date(now.getTime() - lastLookHoursAgo * 60 * 60_000);
  await sql`
    insert into ticket_reads (user_id, ticket_id, seen_at)
    select concerned.user_id, concerned.ticket_id, coalesce(written.at, ${lastLook}::timestamptz)
    from (
      select user_id, ticket_id from ticket_people
      union
      select assignee_id, id from tickets where assignee_id is not null
    ) concerned
    left join (
      select author_id as user_id, ticket_id, max(created_at) as at from messages
      where created_at > ${lastLook}::timestamptz group by author_id, ticket_id
    ) written using (user_id, ticket_id)
    where not exists (
      select from ticket_reads seen
      where seen.user_id = concerned.user_id and seen.ticket_id = concerned.ticket_id)
    on conflict do nothing`.execute(tx);
  const lines = await findBellLines(tx, new Date(now.getTime() - bellDays * 24 * 60 * 60_000));
  if (lines.length === 0) return;
  await tx
    .insertInto("notifications")
    .values(
      lines.map(({ userId, kind, ticketId, messageId, actorId, at }) => ({
        id: Bun.randomUUIDv7("hex", at),
        user_id: userId,
        kind,
        ticket_id: ticketId,
        message_id: messageId,
        actor_id: actorId,
        created_at: at,
        read_at: at < lastLook ? lastLook : null,
      })),
    )
    .execute();
}

interface BellLine {
  userId: string;
  kind: BellKind;
  ticketId: string;
  messageId: string | null;
  actorId: string | null;
  at: Date;
}

async function findBellLines(tx: Tx, since: Date): Promise<BellLine[]> {
  const { rows } = await sql<BellLine>`
    select t.assignee_id as "userId", 'customer-wrote' as kind, t.id as "ticketId",
      m.id as "messageId", m.author_id as "actorId", m.released_at as at
    from messages m
    join tickets t on t.id = m.ticket_id
    join users author on author.id = m.author_id and author.role = 'Customer'
    where m.released_at > ${since} and t.assignee_id is not null and m.created_at > t.created_at
      and ${untold(sql`t.id`)}
    union all
    select (e.data ->> 'to')::uuid, 'assigned', e.ticket_id, null, e.actor_id, e.created_at
    from ticket_events e
    where e.kind = 'assigned' and e.created_at > ${since} and e.data ->> 'to' is not null
      and (e.data ->> 'to')::uuid is distinct from e.actor_id
      and ${untold(sql`e.ticket_id`)}`.execute(tx);
  return rows;
}

function untold(ticketId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (select from notifications told where told.ticket_id = ${ticketId})`;
}
