import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Draft } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../actor.ts";
import { isSeen, scopeOf } from "../tickets/scope.ts";
import { draftColumns, presentDraft, type StoredDraft } from "./present-draft.ts";

/** What the actor has begun to write in a ticket, or for a new one. */
export async function getDrafts(
  { db, actor }: ActorDeps,
  { ticketId }: { ticketId: string | null },
): Promise<Draft[]> {
  if (ticketId === null) {
    const { rows } = await sql<StoredDraft>`
      select ${draftColumns} from drafts
      where user_id = ${actor.id}::uuid and ticket_id is null`.execute(db);
    return rows.map(presentDraft);
  }
  const { rows } = await sql<StoredDraft | { kind: null }>`
    select ${draftColumns}
    from tickets t
    left join drafts on drafts.ticket_id = t.id and drafts.user_id = ${actor.id}::uuid
    where t.id = ${ticketId}::uuid and ${isSeen(scopeOf(actor))}
    order by drafts.kind desc`.execute(db);
  if (rows.length === 0) throw new AppError("not_found");
  return rows.filter((row): row is StoredDraft => row.kind !== null).map(presentDraft);
}
