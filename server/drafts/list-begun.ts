import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import type { BegunDraft } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../actor.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";

/** Of somebody who has begun more, the newest: a list shows what is near its top. */
const most = 500;

/** In which of the tickets that they see the actor has begun what is not sent. Never its words. */
export async function listBegunDrafts({ db, actor }: ActorDeps): Promise<BegunDraft[]> {
  const kinds = can(actor, "ticket.note") ? ["reply", "note"] : ["reply"];
  const { rows } = await sql<BegunDraft>`
    select drafts.ticket_id as "ticketId", drafts.kind
    from drafts join tickets t on t.id = drafts.ticket_id
    where drafts.user_id = ${actor.id}::uuid and drafts.kind = any(${kinds}::text[])
      and ${isSeen(scopeOf(actor))}
    order by drafts.updated_at desc, drafts.ticket_id limit ${sql.lit(most)}`.execute(db);
  return rows;
}
