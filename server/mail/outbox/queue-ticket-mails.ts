import { type RawBuilder, sql } from "kysely";
import type { BellKind } from "../../../shared/bell.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import type { NotificationKind } from "../../../shared/notifications.ts";
import type { Slot } from "../../db/statement.ts";
import type { NewsValues } from "../../events/news-values.ts";

/** Rows that only news of these kinds have: without them they are left out, since each costs Postgres some time. */
interface OfKinds {
  kinds: readonly BellKind[];
  rows: readonly RawBuilder<unknown>[];
}

function rowsOf(parts: readonly OfKinds[], kinds: readonly BellKind[]): RawBuilder<unknown>[] {
  return parts.flatMap((part) =>
    part.kinds.some((kind) => kinds.includes(kind)) ? part.rows : [],
  );
}

/**
 * Who gets a mail about the news in `said`: by their part in the ticket that shows it now, and by
 * their choices. One mail per person and message. Access is checked when it is sent.
 */
function ticketRecipients(
  slot: Slot<NewsValues>,
  candidates: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const actorId = sql`${slot("actorId")}::uuid`;
  return sql`
    select distinct on (candidate.user_id, candidate.ticket_id, candidate.message_id)
      candidate.template, candidate.user_id, candidate.ticket_id, candidate.message_id
    from (${sql.join(candidates, sql` union all `)}) as candidate
      (user_id, ticket_id, message_id, author_id, template, choice, rank)
    join users on users.id = candidate.user_id
    left join notification_choices chosen
      on chosen.user_id = users.id and chosen.kind = candidate.choice
    where (users.state = 'active' or (users.state = 'invited' and users.role = 'Customer'))
      and (candidate.template = ${sql.lit(confirmation)} or (
        candidate.user_id is distinct from ${actorId}
        and candidate.user_id is distinct from candidate.author_id))
      and (candidate.choice is null or coalesce(chosen.mail,
        (${slot("mailDefaults")}::text::jsonb -> users.role ->> candidate.choice)::boolean))
    order by candidate.user_id, candidate.ticket_id, candidate.message_id, candidate.rank`;
}

/** Mails about what colleagues did wait, since it can be undone or changed again. */
export const staffMailDelayMs = 30_000;

const delayed = ["ticket-assigned", "ticket-team", "ticket-mentioned"] satisfies TicketTemplate[];

const confirmation = "ticket-received" satisfies TicketTemplate;

const byCustomer = sql`exists (
  select from users author where author.id = m.author_id and author.role = 'Customer')`;

/** After a merge, the ticket that shows the message now. */
const whereItShows = sql`
  from said s join messages m on m.id = s."messageId" join tickets t on t.id = m.ticket_id`;

/** The requester gets a confirmation, or a notice that staff opened a ticket for them. */
const confirmed = [
  sql`(select t.requester_id, t.id, m.id, m.author_id, ${named(confirmation, null)}, 1
    ${whereItShows} where s.kind = 'opened' and s.mailed and m.author_id = t.requester_id
      and ${byCustomer})`,
  // A reply that can still be undone is mailed when it is released.
  sql`(select t.requester_id, t.id, m.id, m.author_id, ${named("ticket-opened", null)}, 1
    ${whereItShows} where s.kind = 'opened'
      and (m.kind = 'note' or m.released_at is not null))`,
];

/** Something a customer wrote, or did without a message. */
interface OfCustomer {
  when: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** The message and its author. */
  words: RawBuilder<unknown>;
  template: RawBuilder<unknown>;
}

const written: OfCustomer = {
  when: sql`s.kind in ('opened', 'customer-wrote') and ${byCustomer}`,
  from: whereItShows,
  words: sql`m.id, m.author_id`,
  template: sql.lit("ticket-customer-wrote" satisfies TicketTemplate),
};

const done: OfCustomer = {
  when: sql`s.kind in ('reopened', 'rated')`,
  from: sql`from said s join tickets t on t.id = s."ticketId"`,
  words: sql`null::uuid, null::uuid`,
  template: sql`case s.kind
    when 'reopened' then ${sql.lit("ticket-reopened" satisfies TicketTemplate)}
    else ${sql.lit("ticket-rated" satisfies TicketTemplate)} end`,
};

/** The assignee, else the team, else those who chose to hear of unassigned tickets. */
function responsible({ when, from, words, template }: OfCustomer): RawBuilder<unknown>[] {
  return [
    sql`(select t.assignee_id, t.id, ${words}, ${template}, ${choice("customer-wrote")}, 2
      ${from} where ${when})`,
    sql`(select member.user_id, t.id, ${words}, ${template}, ${choice("customer-wrote")}, 3
      ${from} join team_members member on member.team_id = t.team_id
      where ${when} and t.assignee_id is null)`,
    // Filtered by their scope here: a mail about a ticket out of scope would only be skipped.
    sql`(select asked.user_id, t.id, ${words}, ${template}, ${choice("unassigned")}, 5
      ${from} join notification_choices asked on asked.kind = 'unassigned' and asked.mail
        join users staff on staff.id = asked.user_id
      where ${when} and t.assignee_id is null and t.team_id is null
        and (staff.role = 'Super Admin' or (staff.role = 'Agent' and (staff.company_scope = 'all'
          or exists (select from user_companies uc
            where uc.user_id = staff.id and uc.company_id = t.company_id)))))`,
  ];
}

/** The requester always, followers by their choice. */
const people = [
  sql`(select person.user_id, t.id, m.id, m.author_id, 'ticket-reply',
      case when person.user_id <> t.requester_id
        then ${sql.lit("followed" satisfies NotificationKind)} end, 4
    ${whereItShows} join ticket_people person on person.ticket_id = t.id
    where m.released_at is not null and (s.kind = 'followed'
      or (s.kind in ('opened', 'customer-wrote') and ${byCustomer}
        and not ${gotItDirectly(sql`(select email from users where id = person.user_id)`)})))`,
];

/** The message came by mail, and its author sent it to this address too. */
function gotItDirectly(address: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from message_recipients direct
    where direct.message_id = m.id and direct.kind <> 'bcc' and direct.address = lower(${address}))`;
}

/**
 * Copied people, by their addresses: those chosen for a reply by staff, and all of them for a customer's message, unless
 * they got it directly. People who get a mail as users are left out.
 */
function copiedRecipients(
  slot: Slot<NewsValues>,
  chosen: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  return sql`
    select t.id as ticket_id, chosen.message_id, chosen.address
    from (${sql.join(chosen, sql` union all `)}) chosen join tickets t on t.id = chosen.ticket_id
    where not exists (
      select from users own where lower(own.email) = chosen.address and (
        own.id = chosen.author_id or own.id = ${slot("actorId")}::uuid or exists (
          select from mail where mail.user_id = own.id and mail.message_id = chosen.message_id)))`;
}

const copies: readonly OfKinds[] = [
  {
    kinds: ["followed"],
    rows: [
      sql`(select m.id as message_id, m.ticket_id, m.author_id, copied.address
        from said s join messages m on m.id = s."messageId"
          join message_recipients copied on copied.message_id = m.id and copied.kind <> 'to'
        where s.kind = 'followed' and m.released_at is not null)`,
    ],
  },
  {
    kinds: ["opened", "customer-wrote"],
    rows: [
      sql`(select m.id as message_id, m.ticket_id, m.author_id, copied.address
        from said s join messages m on m.id = s."messageId"
          join ticket_people copied on copied.ticket_id = m.ticket_id and copied.address is not null
        where s.kind in ('opened', 'customer-wrote') and m.released_at is not null
          and ${byCustomer} and not ${gotItDirectly(sql`copied.address`)})`,
    ],
  },
];

/** Staff only: reopening and rating are no part of the conversation. */
const staffWhoFollow = sql`(select person.user_id, t.id, ${done.words}, ${done.template},
    ${choice("followed")}, 4
  ${done.from} join ticket_people person on person.ticket_id = t.id
    join users staff on staff.id = person.user_id and staff.role <> 'Customer'
  where ${done.when})`;

const mentioned = sql`(select mention.id::uuid, t.id, m.id, m.author_id,
    ${named("ticket-mentioned", "mentioned")}, 1
  ${whereItShows} cross join lateral jsonb_array_elements_text(s."userIds") as mention(id)
  where s.kind = 'mentioned')`;

const assigned = sql`(select assignee.id::uuid, s."ticketId", null::uuid, null::uuid,
    ${named("ticket-assigned", "assigned")}, 1
  from said s cross join lateral jsonb_array_elements_text(s."userIds") as assignee(id)
  where s.kind = 'assigned' and s.mailed)`;

const toTeam = sql`(select member.user_id, t.id, null::uuid, null::uuid,
    ${named("ticket-team", "customer-wrote")}, 3
  from said s join tickets t on t.id = s."ticketId"
    join team_members member on member.team_id = t.team_id
  where s.kind = 'team' and s.mailed and t.assignee_id is null)`;

const recipients: readonly OfKinds[] = [
  { kinds: ["opened"], rows: confirmed },
  { kinds: ["opened", "customer-wrote"], rows: responsible(written) },
  { kinds: ["reopened", "rated"], rows: [...responsible(done), staffWhoFollow] },
  { kinds: ["followed", "opened", "customer-wrote"], rows: people },
  { kinds: ["mentioned"], rows: [mentioned] },
  { kinds: ["assigned"], rows: [assigned] },
  { kinds: ["team"], rows: [toTeam] },
];

function named(template: TicketTemplate, kind: NotificationKind | null): RawBuilder<unknown> {
  return sql`${sql.lit(template)}, ${choice(kind)}`;
}

function choice(kind: NotificationKind | null): RawBuilder<unknown> {
  return sql`${sql.lit(kind)}::text`;
}

/**
 * Queues the mails about the news in `said`, which are of these kinds, as parts of a `with`. A row holds a template and
 * ids, no text: the text is read when the mail is sent, with the permissions and state of that moment.
 */
export function queueTicketMails(
  slot: Slot<NewsValues>,
  kinds: readonly BellKind[],
): RawBuilder<unknown> {
  const candidates = rowsOf(recipients, kinds);
  if (candidates.length === 0) return sql``;
  const chosen = rowsOf(copies, kinds);
  const now = sql`${slot("now")}::timestamptz`;
  const actorId = sql`${slot("actorId")}::uuid`;
  // A person who gets the message itself needs no second mail about the same action.
  return sql`
    mail as (${ticketRecipients(slot, candidates)}),
    queued as (
      insert into outgoing_mails
        (id, template, user_id, ticket_id, message_id, data, next_attempt_at, created_at)
      select uuid_v7(), template, user_id, ticket_id, message_id,
        jsonb_strip_nulls(jsonb_build_object('askedBy', ${actorId})),
        case when template in (${sql.join(delayed.map((template) => sql.lit(template)))})
          then ${now} + ${sql.lit(staffMailDelayMs)} * interval '1 millisecond' else ${now} end,
        ${now}
      from mail
      where message_id is not null or not exists (
        select from mail other
        where other.user_id = mail.user_id and other.ticket_id = mail.ticket_id
          and other.message_id is not null)
      on conflict (message_id, user_id) where message_id is not null do nothing
    ),
    ${chosen.length > 0 ? queueCopies(slot, chosen) : sql``}`;
}

function queueCopies(
  slot: Slot<NewsValues>,
  chosen: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const now = sql`${slot("now")}::timestamptz`;
  return sql`queued_copies as (
      insert into outgoing_mails
        (id, template, to_address, ticket_id, message_id, data, next_attempt_at, created_at)
      select uuid_v7(), ${sql.lit("ticket-reply" satisfies TicketTemplate)}, address, ticket_id,
        message_id, jsonb_strip_nulls(jsonb_build_object('askedBy', ${slot("actorId")}::uuid)),
        ${now}, ${now}
      from (${copiedRecipients(slot, chosen)}) copied
      on conflict (message_id, to_address) where message_id is not null and to_address is not null
        do nothing
    ),`;
}
