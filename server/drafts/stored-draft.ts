import { type RawBuilder, sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { BegunDraft, Draft, DraftKind } from "../../shared/tickets/page.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import type { Db, Tx } from "../db/database.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";

/** Lists show where their reader has drafts: notifies the people whose drafts began or ended. */
export function notifyDrafts(people: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return sql`
    insert into live_events (id, topic, audience, people_ids)
    select ${Bun.randomUUIDv7()}::uuid, 'drafts', 'person', array_agg(distinct ${people})
    from ${rows} having count(*) > 0`;
}

export interface StoredDraft {
  kind: DraftKind;
  body: string;
  form: Record<string, unknown> | null;
  revision: number;
  updatedAt: string;
}

export const draftColumns = sql`
  drafts.kind, drafts.body, drafts.form, drafts.revision,
  ${isoTime(sql`drafts.updated_at`)} as "updatedAt"`;

/**
 * The first revision of a new draft: a random number, or a device that was away for long could take it
 * for a deleted one.
 */
export const firstRevision = sql<number>`(1 + floor(random() * 1e9))::int`;

export function presentDraft({ kind, body, form, revision, updatedAt }: StoredDraft): Draft {
  return { kind, body, form, revision, updatedAt: presentTime(updatedAt) };
}

interface DraftAt {
  /** Null for the draft of a new ticket. */
  ticketId: string | null;
  kind: DraftKind;
  revision: number;
}

/** Returns whether there was one. A draft that another device continued stays. */
export async function dropDraft(
  db: Db | Tx,
  userId: string,
  { ticketId, kind, revision }: DraftAt,
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from drafts
      where user_id = ${userId}::uuid and ticket_id is not distinct from ${ticketId}::uuid
        and kind = ${kind} and revision = ${revision}::int
      returning user_id, ticket_id
    ),
    told as (${notifyDrafts(sql`user_id`, sql`gone where ticket_id is not null`)})
    select from gone`.execute(db);
  return rows.length > 0;
}

const retentionMs = 90 * 24 * 60 * 60_000;

/** Drafts that were not continued for 90 days. */
export async function sweepDrafts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await db.deleteFrom("drafts").where("updated_at", "<", before).execute();
}

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
