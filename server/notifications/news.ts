import { type CompiledQuery, sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { ChangeKind } from "../../shared/tickets/state.ts";
import type { Actor } from "../access/actor.ts";
import { sendTogether } from "../db/connection/dialect.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import type { NewsValues } from "../events/news-values.ts";
import { queueTicketMails } from "../mail/outbox/queue-ticket-mails.ts";
import { type NotifiedAction, withdrawTicketMails } from "../mail/outbox/withdraw.ts";
import { mailDefaults } from "./choices.ts";
import { createNotifications } from "./create-notifications.ts";

/** What people are notified of, in the bell or by mail. */
export type TicketNews =
  /** A customer opened a ticket, or staff opened it for one. */
  | { kind: "opened"; ticketId: string; messageId: string; isAcknowledged?: boolean }
  /** Bulk actions notify in the bell only. */
  | { kind: "assigned"; ticketId: string; assigneeId: string; oneOfMany?: boolean }
  /** An unassigned ticket. */
  | { kind: "team"; ticketId: string; oneOfMany?: boolean }
  | { kind: "mentioned"; ticketId: string; messageId: string; userIds: readonly string[] }
  | { kind: "customer-wrote"; ticketId: string; messageId: string }
  /** A customer pressed `Reopen`, or rated the help as bad. */
  | { kind: "reopened" | "rated"; ticketId: string }
  /** A snooze ended, and this person should look. */
  | { kind: "woke"; ticketId: string; userId: string }
  /** A reply could not be delivered: its author and the assignee. */
  | { kind: "undelivered"; ticketId: string; userIds: readonly string[] }
  /** A staff reply can no longer be undone and is sent to the customer. */
  | { kind: "reply-released"; ticketId: string; messageId: string };

/**
 * Notifies people in the transaction of the action. One statement finds them and writes everything.
 * There is none when only the actor is concerned.
 */
export async function spreadNews(
  tx: Tx,
  actor: Pick<Actor, "id"> | null,
  news: readonly TicketNews[],
  now: Date,
): Promise<void> {
  await sendTogether(tx, newsOf(tx, actor, news, now));
}

/** The same, to be sent together with other statements: one, or none. */
export function newsOf(
  tx: Tx,
  actor: Pick<Actor, "id"> | null,
  news: readonly TicketNews[],
  now: Date,
): CompiledQuery[] {
  const said = news.map(toSaid).filter((one) => concernsOthers(one, actor));
  if (said.length === 0) return [];
  return [
    writeNews.query(tx, [...new Set(said.map(({ kind }) => kind))].sort(), {
      said: JSON.stringify(said),
      actorId: actor?.id ?? null,
      now,
      mailDefaults: JSON.stringify(mailDefaults()),
      eventId: Bun.randomUUIDv7(),
    }),
  ];
}

/** News as the statement reads it. */
interface Said {
  kind: BellKind;
  ticketId: string;
  messageId: string | null;
  /** The people named; otherwise they are found by the ticket. */
  userIds: readonly string[];
  mailed: boolean;
}

function toSaid(news: TicketNews): Said {
  return {
    kind: news.kind === "reply-released" ? "followed" : news.kind,
    ticketId: news.ticketId,
    messageId: "messageId" in news ? news.messageId : null,
    userIds: namedIn(news),
    mailed: isMailed(news),
  };
}

/** Bulk actions mail no one; of a new ticket, this is about the requester's confirmation. */
function isMailed(news: TicketNews): boolean {
  if (news.kind === "opened") return news.isAcknowledged ?? true;
  return !("oneOfMany" in news && news.oneOfMany);
}

function namedIn(news: TicketNews): readonly string[] {
  if (news.kind === "assigned") return [news.assigneeId];
  if (news.kind === "woke") return [news.userId];
  return "userIds" in news ? news.userIds : [];
}

/** For example, an agent who assigns a ticket to themselves concerns no one else. */
function concernsOthers({ kind, userIds }: Said, actor: Pick<Actor, "id"> | null): boolean {
  if (kind !== "assigned" && kind !== "mentioned") return true;
  return userIds.some((id) => id !== actor?.id);
}

const writeNews = keepStatement<readonly BellKind[], NewsValues, never>(
  (kinds, slot) => sql`
    with said as materialized (
      select * from jsonb_to_recordset(${slot("said")}::text::jsonb)
        as said (kind text, "ticketId" uuid, "messageId" uuid, "userIds" jsonb, mailed boolean)
    ),
    ${queueTicketMails(slot, kinds)}
    ${createNotifications(slot, kinds)}
    insert into live_events (id, topic, audience, people_ids)
    select ${slot("eventId")}::uuid, 'notifications', 'person', array_agg(user_id)
    from line having count(*) > 0`,
);

/** After an undo, unread notifications and queued mails of the action are withdrawn. */
export async function withdrawNews(
  tx: Tx,
  act: NotifiedAction,
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

/** Changes that notify people. */
const givings = ["assigned", "team"] as const satisfies (BellKind & ChangeKind)[];
