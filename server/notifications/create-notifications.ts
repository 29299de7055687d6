import { type RawBuilder, sql } from "kysely";
import type { BellKind } from "../../shared/bell.ts";
import type { Slot } from "../db/statement.ts";
import type { NewsValues } from "../events/news-values.ts";

/**
 * Writes the notifications of the news in `said`, which are of these kinds, as parts of a `with`: never the actor's
 * own, one per person and ticket, and only for people with access to the ticket now. Reading checks access again.
 * A mention also makes its person a part of the ticket, even if they turned such notifications off.
 */
export function createNotifications(
  slot: Slot<NewsValues>,
  kinds: readonly BellKind[],
): RawBuilder<unknown> {
  const actorId = sql`${slot("actorId")}::uuid`;
  const now = sql`${slot("now")}::timestamptz`;
  return sql`
    hearer as (${findRecipients(actorId, kinds)}),
    line as (
      insert into notifications (id, user_id, kind, ticket_id, message_id, actor_id, created_at)
      select uuid_v7(), user_id, kind, ticket_id, message_id, coalesce(${actorId}, author_id), ${now}
      from hearer where rings
      returning user_id
    ),
    marked as (
      insert into ticket_reads (user_id, ticket_id, mentioned)
      select user_id, ticket_id, true from hearer where is_mentioned
      on conflict (user_id, ticket_id) do update set mentioned = true
    )`;
}

/**
 * The people named; then the assignee and the staff who follow the ticket; for an unassigned ticket
 * the team, or without one those who chose to hear of unassigned tickets. Being named outranks the
 * rest.
 */
function findRecipients(
  actorId: RawBuilder<unknown>,
  kinds: readonly BellKind[],
): RawBuilder<unknown> {
  const found = candidates.filter((part) => part.kinds.some((kind) => kinds.includes(kind)));
  return sql`
    select distinct on (u.id, t.id)
      u.id as user_id, candidate.kind, t.id as ticket_id, candidate.message_id, m.author_id, rings,
      bool_or(candidate.kind = 'mentioned') over (partition by u.id, t.id) as is_mentioned
    from (${sql.join(
      found.map(({ rows }) => rows),
      sql` union all `,
    )}) candidate (kind, ticket_id, message_id, user_id, rank)
    join users u on u.id = candidate.user_id
    join tickets t on t.id = candidate.ticket_id
    left join messages m on m.id = candidate.message_id
    left join notification_choices chosen
      on chosen.user_id = u.id and chosen.kind = ${choiceOf(sql`candidate.kind`)}
    cross join lateral (select candidate.rank = 6 or coalesce(chosen.bell, true)) heard (rings)
    where u.state = 'active' and t.spam_at is null
      and u.id is distinct from ${actorId}
      and u.id is distinct from m.author_id
      and (u.role = 'Super Admin' or (u.role = 'Agent' and (u.company_scope = 'all' or exists (
        select from user_companies uc
        where uc.user_id = u.id and uc.company_id = t.company_id))))
    order by u.id, t.id, rings desc, candidate.rank`;
}

/** What a customer does in an existing ticket. */
const byCustomer = ["customer-wrote", "reopened", "rated"] as const satisfies BellKind[];
const ofCustomer = sql.join(byCustomer.map((kind) => sql.lit(kind)));

/** The kinds of news that each can be about: the others are left out, since each costs Postgres some time. */
const candidates: readonly { kinds: readonly BellKind[]; rows: RawBuilder<unknown> }[] = [
  {
    kinds: ["assigned", "mentioned", "woke", "undelivered"],
    rows: sql`
      select s.kind, s."ticketId", s."messageId", named.id::uuid,
        case s.kind when 'mentioned' then 1 else 2 end
      from said s cross join lateral jsonb_array_elements_text(s."userIds") as named(id)`,
  },
  {
    kinds: byCustomer,
    rows: sql`
      select s.kind, t.id, s."messageId", t.assignee_id, 3
      from said s join tickets t on t.id = s."ticketId"
      where s.kind in (${ofCustomer})`,
  },
  {
    kinds: [...byCustomer, "followed"],
    rows: sql`
      select s.kind, person.ticket_id, s."messageId", person.user_id, 4
      from said s join ticket_people person on person.ticket_id = s."ticketId"
      where s.kind in (${ofCustomer}, 'followed')`,
  },
  {
    kinds: [...byCustomer, "opened", "team"],
    rows: sql`
      select s.kind, t.id, s."messageId", member.user_id, case s.kind when 'team' then 7 else 5 end
      from said s join tickets t on t.id = s."ticketId"
        join team_members member on member.team_id = t.team_id
      where s.kind in (${ofCustomer}, 'opened', 'team') and t.assignee_id is null`,
  },
  {
    kinds: [...byCustomer, "opened"],
    rows: sql`
      select s.kind, t.id, s."messageId", asked.user_id, 6
      from said s join tickets t on t.id = s."ticketId"
        join notification_choices asked on asked.kind = 'unassigned' and asked.bell
      where s.kind in (${ofCustomer}, 'opened') and t.assignee_id is null
        and t.team_id is null`,
  },
];

/**
 * "A customer wrote" includes new tickets, reopening, rating, and tickets moved to one's team. Staff
 * get all of them until they choose.
 */
function choiceOf(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${kind} in (${ofCustomer}, 'opened', 'team') then 'customer-wrote'
    else ${kind} end`;
}
