import { type RawBuilder, sql } from "kysely";
import { can } from "../../shared/access.ts";
import {
  type BellItem,
  type BellPage,
  bellCountCap,
  bellPageSize,
  type MailboxBellKind,
  mailboxBellKinds,
} from "../../shared/bell.ts";
import type { ListBellInput } from "../../shared/schemas/notifications.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../access/actor.ts";
import { joinWhereLineShows } from "../access/merged-into.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { isoTime, presentTime } from "../db/iso-time.ts";
import { afterCursor, cutPage, orderBy } from "../db/keyset.ts";

/**
 * Newest first, each with the ticket that shows it now. Notifications about tickets that the person no
 * longer has access to are left out.
 */
export async function listNotifications(
  deps: ActorDeps,
  { cursor }: ListBellInput,
): Promise<BellPage> {
  const { rows: found } = await sql<StoredBellItem>`
    select n.id, n.kind, ${isoTime(sql`n.created_at`)} as at, n.read_at is null as unread,
      n.actor_id as "actorId", btrim(actor.first_name || ' ' || actor.last_name) as "actorName",
      t.id as "ticketId", t.number, t.subject, t.status,
      token.name as "tokenName", token.kind = 'app' as "isApp", token.expires_at as "expiresAt",
      mailbox.id as "mailboxId", mailbox.name as "mailboxName"
    ${seenBy(deps)} and ${afterCursor(newestFirst, cursor)}
    order by ${orderBy(newestFirst)} limit ${bellPageSize + 1}`.execute(deps.db);
  const { rows, nextCursor } = cutPage(newestFirst, bellPageSize, found);
  return { items: rows.map(presentBellItem), nextCursor };
}

/** Counts up to the cap. */
export async function countUnreadNotifications(deps: ActorDeps): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select ${seenBy(deps)} and n.read_at is null limit ${bellCountCap}
    ) unread`.execute(deps.db);
  return { count: rows[0]?.count ?? 0 };
}

const newestFirst = {
  name: "bell",
  descending: true,
  columns: [
    { sql: sql`n.created_at`, type: "timestamptz" as const },
    { sql: sql`n.id`, type: "uuid" as const },
  ],
  mark: (row: StoredBellItem) => [row.at, row.id],
};

function seenBy({ actor }: ActorDeps): RawBuilder<unknown> {
  return sql`
    from notifications n
    ${joinWhereLineShows}
    left join users actor on actor.id = n.actor_id
    left join api_tokens token on token.id = n.token_id and token.revoked_at is null
    left join mailboxes mailbox on mailbox.id = n.mailbox_id and ${can(actor, "mailbox.write")}
    where n.user_id = ${actor.id}::uuid
      and (token.id is not null or mailbox.id is not null
        or (t.id is not null and ${isSeen(scopeOf(actor))}))`;
}

interface StoredBellItem {
  id: string;
  kind: BellItem["kind"];
  at: string;
  unread: boolean;
  actorId: string | null;
  actorName: string | null;
  ticketId: string;
  number: number;
  subject: string;
  status: TicketStatus;
  tokenName: string;
  isApp: boolean;
  expiresAt: Date;
  mailboxId: string;
  mailboxName: string;
}

function presentBellItem(row: StoredBellItem): BellItem {
  const { id, kind, unread, number, subject, status } = row;
  const at = presentTime(row.at);
  if (kind === "token-expiring") {
    const { tokenName: name, isApp } = row;
    return { id, kind, at, unread, token: { name, isApp, expiresAt: row.expiresAt.toISOString() } };
  }
  if (isAboutMailbox(kind)) {
    return { id, kind, at, unread, mailbox: { id: row.mailboxId, name: row.mailboxName } };
  }
  return {
    id,
    kind,
    at,
    unread,
    by: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
    ticket: { id: row.ticketId, number, subject, status },
  };
}

function isAboutMailbox(kind: BellItem["kind"]): kind is MailboxBellKind {
  return mailboxBellKinds.some((known) => known === kind);
}
