import { sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { ChangeKind } from "../../shared/tickets/state.ts";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import type { NewsValues } from "../events/news-values.ts";
import { queueTicketMails } from "../mail/outbox/queue-ticket-mails.ts";
import { type NotifiedAction, withdrawTicketMails } from "../mail/outbox/withdraw.ts";
import { mailDefaults } from "./choices.ts";
import { fillBells } from "./fill-bells.ts";

/** What somebody may want to hear of, in their bell or by mail. */
export type TicketNews =
  /** A customer opened a ticket, or staff did for one. */
  | { kind: "opened"; ticketId: string; messageId: string }
  /** One of many at once is told in the bell, and by no mail. */
  | { kind: "assigned"; ticketId: string; assigneeId: string; oneOfMany?: boolean }
  /** Of a ticket that nobody has. */
  | { kind: "team"; ticketId: string; oneOfMany?: boolean }
  | { kind: "mentioned"; ticketId: string; messageId: string; userIds: readonly string[] }
  | { kind: "customer-wrote"; ticketId: string; messageId: string }
  /** A customer pressed `Reopen`, or rated the help as bad. */
  | { kind: "reopened" | "rated"; ticketId: string }
  /** A snooze ended by itself, and this person is to look. */
  | { kind: "woke"; ticketId: string; userId: string }
  /** A reply of staff can no longer be taken back: it goes to the customer now. */
  | { kind: "reply-released"; ticketId: string; messageId: string };

/**
 * In the transaction of the act itself: who is told, and by what means. One statement finds them
 * and writes all of it; where nobody but the actor is concerned there is none.
 */
export async function spreadNews(
  tx: Tx,
  actor: Pick<Actor, "id"> | null,
  news: readonly TicketNews[],
  now: Date,
): Promise<void> {
  const said = news.map(toSaid).filter((one) => concernsOthers(one, actor));
  if (said.length === 0) return;
  await tell(tx, null, {
    said: JSON.stringify(said),
    actorId: actor?.id ?? null,
    now,
    mailDefaults: JSON.stringify(mailDefaults()),
    eventId: Bun.randomUUIDv7(),
  });
}

/** A piece of news as the statement reads it. */
interface Said {
  kind: BellKind;
  ticketId: string;
  messageId: string | null;
  /** Who is named; else it is found from the ticket. */
  userIds: readonly string[];
  mailed: boolean;
}

function toSaid(news: TicketNews): Said {
  return {
    kind: news.kind === "reply-released" ? "followed" : news.kind,
    ticketId: news.ticketId,
    messageId: "messageId" in news ? news.messageId : null,
    userIds: namedIn(news),
    mailed: !("oneOfMany" in news && news.oneOfMany),
  };
}

function namedIn(news: TicketNews): readonly string[] {
  if (news.kind === "assigned") return [news.assigneeId];
  if (news.kind === "woke") return [news.userId];
  return news.kind === "mentioned" ? news.userIds : [];
}

/** Who takes a ticket for themselves needs no statement to find that nobody else is concerned. */
function concernsOthers({ kind, userIds }: Said, actor: Pick<Actor, "id"> | null): boolean {
  if (kind !== "assigned" && kind !== "mentioned") return true;
  return userIds.some((id) => id !== actor?.id);
}

const tell = keepStatement<null, NewsValues, never>(
  (_, slot) => sql`
    with said as materialized (
      select * from jsonb_to_recordset(${slot("said")}::text::jsonb)
        as said (kind text, "ticketId" uuid, "messageId" uuid, "userIds" jsonb, mailed boolean)
    ),
    ${queueTicketMails(slot)},
    ${fillBells(slot)}
    insert into live_events (id, topic, audience, people_ids)
    select ${slot("eventId")}::uuid, 'notifications', 'person', array_agg(user_id)
    from line having count(*) > 0`,
);

/** What is undone of an act is told no longer: lines that nobody has read go, and so do mails that wait. */
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

/** Changes that are news by themselves. */
const givings = ["assigned", "team"] as const satisfies (BellKind & ChangeKind)[];
