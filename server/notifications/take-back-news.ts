import { sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { ChangeKind } from "../../shared/tickets/state.ts";
import type { Tx } from "../db/database.ts";
import { type ToldAct, withdrawTicketMails } from "../mail/withdraw.ts";

/** What is undone of an act is told no longer: lines that nobody has read go, and so do mails that wait. */
export async function takeBackNews(
  tx: Tx,
  act: ToldAct,
  undone: readonly ChangeKind[],
): Promise<void> {
  const kinds = givings.filter((kind) => undone.includes(kind));
  if (kinds.length === 0) return;
  await sql`
    with gone as (
      delete from notifications
      where ticket_id = ${act.ticketId}::uuid and actor_id = ${act.actorId}::uuid
        and created_at = ${act.at}::timestamptz and kind = any(${kinds}::text[])
        and read_at is null
      returning user_id
    ),
    ${withdrawTicketMails(
      act,
      kinds.map((kind) => `ticket-${kind}` as const),
    )}
    insert into live_events (id, topic, audience, people_ids)
    select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', array_agg(user_id)
    from gone having count(*) > 0`.execute(tx);
}

/** Changes that are news by themselves. */
const givings = ["assigned", "team"] as const satisfies (BellKind & ChangeKind)[];
