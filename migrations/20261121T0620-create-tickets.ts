import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Enums, because they sort in the order of their meaning.
  await sql`
    create type ticket_status as enum
      ('new', 'open', 'pending', 'on-hold', 'resolved', 'closed')`.execute(db);
  await sql`create type ticket_priority as enum ('low', 'normal', 'high', 'urgent')`.execute(db);
  await sql`create sequence ticket_numbers start 1001`.execute(db);

  await sql`
    create table tickets (
      id uuid primary key,
      number bigint not null unique default nextval('ticket_numbers'),
      subject text not null check (char_length(subject) between 1 and 300),
      status ticket_status not null default 'new',
      priority ticket_priority not null default 'normal',
      type text not null default 'question'
        check (type in ('question', 'incident', 'problem', 'task')),
      channel text not null check (channel in ('web', 'phone', 'email', 'api')),
      company_id uuid references companies,
      requester_id uuid not null references users,
      assignee_id uuid references users,
      team_id uuid references teams on delete set null,
      opened_by_staff boolean not null default false,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      publicly_updated_at timestamptz not null,
      waiting_for text check (waiting_for in ('us', 'customer')),
      waiting_since timestamptz,
      waiting_rank smallint not null generated always as
        (case waiting_for when 'us' then 0 when 'customer' then 1 else 2 end) stored,
      waiting_key timestamptz not null generated always as
        (coalesce(waiting_since, 'infinity')) stored,
      unassigned_since timestamptz,
      first_staff_reply_at timestamptz,
      last_staff_reply_at timestamptz,
      last_customer_message_at timestamptz,
      staff_reply_count integer not null default 0 check (staff_reply_count >= 0),
      first_resolved_at timestamptz,
      last_resolved_at timestamptz,
      reopen_count integer not null default 0 check (reopen_count >= 0),
      closed_at timestamptz,
      snoozed_until timestamptz,
      merged_into_id uuid references tickets,
      spam_at timestamptz,
      rating text check (rating in ('good', 'bad')),
      rating_comment text check (char_length(rating_comment) <= 2000),
      rated_at timestamptz,
      constraint waiting_has_a_since check ((waiting_for is null) = (waiting_since is null)),
      constraint unassigned_has_a_since check ((assignee_id is null) = (unassigned_since is not null)),
      constraint merged_is_closed check (merged_into_id is null or status = 'closed'),
      constraint closed_has_a_time check ((status = 'closed') = (closed_at is not null))
    )`.execute(db);

  // The requester and the followers: scope, mail and live events all read this one table.
  await sql`
    create table ticket_people (
      ticket_id uuid not null references tickets on delete cascade,
      user_id uuid not null references users,
      primary key (ticket_id, user_id)
    )`.execute(db);
  await sql`create index ticket_people_by_user on ticket_people (user_id, ticket_id)`.execute(db);
  await sql`
    alter table tickets add constraint requester_is_one_of_its_people
      foreign key (id, requester_id) references ticket_people (ticket_id, user_id)
      deferrable initially deferred`.execute(db);

  await sql`
    create table tags (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 40 and name = lower(name))
    )`.execute(db);
  await sql`create unique index tags_name on tags (name)`.execute(db);
  await sql`
    create table ticket_tags (
      ticket_id uuid not null references tickets on delete cascade,
      tag_id uuid not null references tags on delete cascade,
      primary key (ticket_id, tag_id)
    )`.execute(db);
  await sql`create index ticket_tags_by_tag on ticket_tags (tag_id, ticket_id)`.execute(db);

  // ticket_id is where a message shows, home_ticket_id where it was written. Public means
  // released: a reply that can still be taken back has no released_at.
  await sql`
    create table messages (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      home_ticket_id uuid not null references tickets on delete cascade,
      author_id uuid not null references users,
      kind text not null check (kind in ('public', 'note')),
      body text not null check (char_length(body) <= 100000),
      created_at timestamptz not null,
      release_at timestamptz,
      released_at timestamptz,
      redacted_at timestamptz,
      constraint notes_are_never_released check (kind = 'public' or released_at is null)
    )`.execute(db);
  await sql`create index messages_by_ticket on messages (ticket_id, created_at, id)`.execute(db);
  await sql`
    create index public_messages_by_ticket on messages (ticket_id, released_at, id)
    where released_at is not null`.execute(db);
  await sql`
    create index messages_to_release on messages (release_at)
    where kind = 'public' and released_at is null and redacted_at is null`.execute(db);

  await sql`
    create table ticket_events (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      actor_id uuid references users,
      act_id uuid not null,
      kind text not null,
      audience text not null check (audience in ('staff', 'everyone')),
      data jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index ticket_events_by_ticket on ticket_events (ticket_id, created_at, id)`.execute(
    db,
  );

  // From when to when a ticket was in which state: the backlog of any day is read from here.
  await sql`
    create table status_spans (
      ticket_id uuid not null references tickets on delete cascade,
      status ticket_status not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (ticket_id, started_at),
      check (ended_at is null or ended_at >= started_at)
    )`.execute(db);
  await sql`
    create unique index one_current_status on status_spans (ticket_id) where ended_at is null
  `.execute(db);

  await createListIndexes(db);
}

/**
 * Every sort of the list has its index, over all companies and within one; and once more over
 * the few tickets that are open, which lie too far apart among the many that are closed.
 */
async function createListIndexes(db: Kysely<unknown>): Promise<void> {
  const shown = "spam_at is null and merged_into_id is null";
  const open = `${shown} and status in ('new', 'open', 'pending', 'on-hold')`;
  const solved = `${shown} and status in ('resolved', 'closed')`;
  const index = (name: string, columns: string, where: string) =>
    sql.raw(`create index ${name} on tickets ${columns} where ${where}`).execute(db);

  const sorts = {
    updated: "updated_at, id",
    created: "created_at, id",
    priority: "priority, id",
    waiting: "waiting_rank, waiting_key, id",
    number: "number",
    public_update: "publicly_updated_at, id",
  };
  for (const [sort, columns] of Object.entries(sorts)) {
    await index(`tickets_of_company_by_${sort}`, `(company_id, ${columns})`, shown);
    await index(`open_tickets_of_company_by_${sort}`, `(company_id, ${columns})`, open);
    // Customers have companies, and the constraint on the number has an index already.
    if (sort === "public_update") continue;
    await index(`open_tickets_by_${sort}`, `(${columns})`, open);
    if (sort !== "number") await index(`tickets_by_${sort}`, `(${columns})`, shown);
  }

  await index("open_tickets_of_assignee", "(assignee_id, company_id, status)", open);
  await index("tickets_of_company_by_status", "(company_id, status)", shown);
  await index("solved_tickets_of_company", "(company_id, last_resolved_at)", solved);

  // Whole answers for the dashboard.
  await index(
    "solved_tickets",
    "(last_resolved_at) include (created_at, company_id, reopen_count, staff_reply_count)",
    solved,
  );
  await index(
    "first_staff_replies",
    "(first_staff_reply_at) include (created_at, company_id)",
    `${shown} and not opened_by_staff`,
  );

  await index("tickets_snoozed", "(snoozed_until)", "snoozed_until is not null");
  await index(
    "tickets_of_company_snoozed",
    "(company_id, snoozed_until)",
    "snoozed_until is not null",
  );
  await index("tickets_merged_into", "(merged_into_id)", "merged_into_id is not null");
  await sql`create index tickets_by_requester on tickets (requester_id)`.execute(db);
  await sql`create index tickets_by_assignee on tickets (assignee_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets drop constraint requester_is_one_of_its_people`.execute(db);
  for (const table of [
    "status_spans",
    "ticket_events",
    "messages",
    "ticket_tags",
    "tags",
    "ticket_people",
    "tickets",
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  await sql`drop sequence ticket_numbers`.execute(db);
  await sql`drop type ticket_priority`.execute(db);
  await sql`drop type ticket_status`.execute(db);
}
