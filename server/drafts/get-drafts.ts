import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { BegunDraft, Draft } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { draftColumns, presentDraft, type StoredDraft } from "./stored-draft.ts";

/** The actor's drafts in a ticket, or for a new one. */
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

/** The newest, if there are more: lists show what is near their top. */
const most = 500;

/** The tickets in the actor's scope where they have a draft, without its text. */
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
