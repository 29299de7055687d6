import { sql } from "kysely";
import type { TicketTemplate } from "../../shared/mails.ts";
import type { Tx } from "../db/database.ts";

const why = "It was waiting when the backup was made, and may have been sent since.";

/**
 * A restored desk is of a moment that is past, and what it was about to do may have been done
 * since, by the desk that was copied: no mail goes out twice, and no long work begins again by
 * itself. Both are told, under Settings and in the list of jobs, to whoever may do it again.
 */
export async function endWhatWasUnderWay(tx: Tx, now: Date): Promise<void> {
  await sql`
    update outgoing_mails set state = 'skipped', leased_until = null, error = ${why}
    where state = 'queued'`.execute(tx);
  await skipMailsOfReplies(tx, now);
  await sql`
    update jobs set state = 'cancelled', ended_at = ${now}::timestamptz, leased_until = null,
      network = null
    where state in ('queued', 'running')`.execute(tx);
}

/** A reply that was sent eight seconds before at most: it is released, and mailed to nobody. */
async function skipMailsOfReplies(tx: Tx, now: Date): Promise<void> {
  const template = "ticket-reply" satisfies TicketTemplate;
  await sql`
    insert into outgoing_mails
      (id, template, user_id, ticket_id, message_id, data, state, error, next_attempt_at, created_at)
    select uuid_v7(), ${template}, ticket_people.user_id, messages.ticket_id, messages.id, '{}',
      'skipped', ${why}, ${now}::timestamptz, ${now}::timestamptz
    from messages join ticket_people on ticket_people.ticket_id = messages.ticket_id
    where messages.kind = 'public' and messages.released_at is null
      and messages.redacted_at is null
    on conflict (message_id, user_id) where message_id is not null do nothing`.execute(tx);
}
