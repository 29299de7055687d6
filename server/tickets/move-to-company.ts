import { sql } from "kysely";
import { instantOf } from "../../shared/tickets/state.ts";
import { planCompanyMerge } from "../../shared/tickets/update.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { insertWebhookEvents } from "../events/webhook-events.ts";
import { lockTicket } from "./lock.ts";
import { peopleLosingAccess } from "./participants.ts";
import { saveTicket } from "./write.ts";

type Deps = Pick<ActorDeps, "actor" | "now">;

interface Move {
  sourceId: string;
  targetId: string;
}

/** Moves one ticket of a merged company; one that left the company since stays. */
export async function moveTicket(
  tx: Tx,
  { actor, now }: Deps,
  ticketId: string,
  { sourceId, targetId }: Move,
): Promise<void> {
  const still = await tx
    .selectFrom("tickets")
    .select("id")
    .where("id", "=", ticketId)
    .where("company_id", "=", sourceId)
    .where("spam_at", "is", null)
    .where("merged_into_id", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!still) return;
  const ticket = await lockTicket(tx, null, ticketId);
  const lost = await peopleLosingAccess(tx, ticket.state, targetId);
  const plan = planCompanyMerge(ticket.state, targetId, instantOf(now), { lost });
  await saveTicket(tx, ticket, { actId: Bun.randomUUIDv7(), actorId: actor.id, plan });
}

/** Spam and merged tickets move as well, with an event. */
export async function moveHiddenTickets(
  tx: Tx,
  { actor, now }: Deps,
  { sourceId, targetId }: Move,
): Promise<void> {
  const data = JSON.stringify({ from: sourceId, to: targetId });
  const { rows } = await sql<{ id: string; version: number }>`
    update tickets set company_id = ${targetId}::uuid, version = version + 1
    where company_id = ${sourceId}::uuid returning id, version`.execute(tx);
  if (rows.length === 0) return;
  const events = rows.map((row) => ({
    id: Bun.randomUUIDv7(),
    act_id: Bun.randomUUIDv7(),
    ticket_id: row.id,
    version: row.version,
  }));
  const posted = rows.map((row) => ({
    type: "ticket.updated" as const,
    subjectId: row.id,
    version: row.version,
    actorId: actor.id,
    changes: { fields: ["company"] },
  }));
  await sql`
    with posted as (${insertWebhookEvents(posted, now)})
    insert into ticket_events
      (id, ticket_id, actor_id, act_id, kind, audience, data, created_at, version)
    select id, ticket_id, ${actor.id}::uuid, act_id, 'company', 'everyone',
      ${data}::text::jsonb, ${now}::timestamptz, version
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb)
      as event(id uuid, ticket_id uuid, act_id uuid, version int)`.execute(tx);
}
