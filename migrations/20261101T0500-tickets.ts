import { type Kysely, sql } from "kysely";

/** Tickets, their people, tags and statuses, and what agents store about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Enums, because they sort in the order of their meaning. Tickets are vacuumed early: an index
  // answers alone only for pages that were vacuumed since they changed.
  await sql`
    create type ticket_status as enum
      ('new', 'open', 'pending', 'on-hold', 'resolved', 'closed');
    create type ticket_priority as enum ('low', 'normal', 'high', 'urgent');
    create sequence ticket_numbers start 1001;

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
      -- In microseconds: whole numbers are sorted several times as fast as intervals.
      first_reply_time bigint generated always as
        ((extract(epoch from first_staff_reply_at - created_at) * 1000000)::bigint) stored,
      resolution_time bigint generated always as
        ((extract(epoch from last_resolved_at - created_at) * 1000000)::bigint) stored,
      -- The tags as numbers, small enough for the covering indexes to include them.
      tag_numbers integer[],
      -- What a list shows of the latest message, see the migration of messages.
      latest_author_id uuid,
      latest_text text,
      staff_latest_kind text,
      staff_latest_author_id uuid,
      staff_latest_text text,
      constraint waiting_has_a_since check ((waiting_for is null) = (waiting_since is null)),
      constraint unassigned_has_a_since
        check ((assignee_id is null) = (unassigned_since is not null)),
      constraint merged_is_closed check (merged_into_id is null or status = 'closed'),
      constraint closed_has_a_time check ((status = 'closed') = (closed_at is not null))
    ) with (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
    )`.execute(db);
  await createTicketIndexes(db);

  await sql`
    -- The requester and the followers: scope, mail and live events all read this one table.
    create table ticket_people (
      ticket_id uuid not null references tickets on delete cascade,
      user_id uuid not null references users,
      primary key (ticket_id, user_id)
    );
    create index ticket_people_by_user on ticket_people (user_id, ticket_id);
    alter table tickets add constraint requester_is_one_of_its_people
      foreign key (id, requester_id) references ticket_people (ticket_id, user_id)
      deferrable initially deferred;

    -- The link reads: ticket_id is <kind> other_id. Of two related tickets the smaller id is first.
    -- An end that a merge moved has its own ticket as home, so that it can move back.
    create table ticket_links (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      other_id uuid not null references tickets on delete cascade,
      kind text not null check (kind in ('related', 'duplicate-of', 'parent-of', 'follow-up-of')),
      created_by uuid references users,
      created_at timestamptz not null,
      ticket_home_id uuid references tickets on delete set null,
      other_home_id uuid references tickets on delete set null,
      unique (ticket_id, other_id, kind),
      constraint links_two_tickets check (ticket_id <> other_id),
      constraint related_either_way check (kind <> 'related' or ticket_id < other_id)
    );
    create index ticket_links_by_other on ticket_links (other_id);

    -- What undoing a merge needs at any later time: how both tickets were before, the followers
    -- that the target gained, and the messages that a split had moved before the merge.
    create table merges (
      id uuid primary key,
      source_id uuid not null references tickets on delete cascade,
      target_id uuid not null references tickets on delete cascade,
      act_id uuid not null,
      actor_id uuid not null references users,
      source_before jsonb not null,
      waiting_before jsonb not null,
      waiting_after jsonb not null,
      followers_added uuid[] not null,
      created_at timestamptz not null,
      undone_at timestamptz,
      brought_along uuid[] not null default '{}',
      there_before uuid[] not null default '{}',
      check (source_id <> target_id)
    );
    create unique index one_merge_at_a_time on merges (source_id) where undone_at is null;

    -- Who looks at which ticket now, from which pages. Not needed after a crash.
    create unlogged table presence (
      ticket_id uuid not null,
      user_id uuid not null,
      typing boolean not null,
      seen_at timestamptz not null,
      pages jsonb,
      primary key (ticket_id, user_id)
    );
    create index presence_by_age on presence (seen_at);

    -- Until when a user has seen a ticket, by the times of its messages.
    create table ticket_reads (
      user_id uuid not null references users on delete cascade,
      ticket_id uuid not null references tickets on delete cascade,
      seen_at timestamptz,
      mentioned boolean not null default false,
      kept_unread boolean not null default false,
      primary key (user_id, ticket_id)
    );
    create index ticket_reads_by_ticket on ticket_reads (ticket_id);

    create table macros (
      id uuid primary key,
      owner_id uuid not null references users,
      name text not null check (char_length(name) between 1 and 80),
      body text not null check (char_length(body) <= 10000),
      shared boolean not null,
      status ticket_status check (status <> 'new'),
      priority ticket_priority,
      assign_to_me boolean not null default false,
      assignee_id uuid references users,
      team_id uuid references teams on delete set null,
      add_tags text[] not null default '{}',
      remove_tags text[] not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint one_assignee check (not assign_to_me or assignee_id is null)
    );
    create unique index shared_macros_name on macros (lower(name)) where shared;
    create unique index own_macros_name on macros (owner_id, lower(name)) where not shared;

    create table saved_views (
      id uuid primary key,
      owner_id uuid not null references users on delete cascade,
      name text not null check (char_length(name) between 1 and 60),
      query text not null check (char_length(query) <= 500),
      time_zone text check (char_length(time_zone) <= 64),
      sort text check (char_length(sort) <= 20),
      descending boolean,
      shared boolean not null default false,
      created_at timestamptz not null,
      -- A count that was too slow is not tried again before this time.
      count_paused_until timestamptz
    );
    create index saved_views_by_owner on saved_views (owner_id, lower(name));
    create index shared_views on saved_views (lower(name)) where shared`.execute(db);

  await createTags(db);
  await createStatusSpans(db);
}

const shown = "spam_at is null and merged_into_id is null";
const open = `${shown} and status in ('new', 'open', 'pending', 'on-hold')`;
const solved = `${shown} and status in ('resolved', 'closed')`;

async function createTicketIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string, where: string) =>
    sql.raw(`create index ${name} on tickets ${columns} where ${where}`).execute(db);

  // Every sort of the list has its index, over all companies and within one; and again over the
  // few open tickets, which lie too far apart among the many closed ones.
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
  await index("tickets_snoozed", "(snoozed_until, id)", "snoozed_until is not null");
  await index(
    "tickets_of_company_snoozed",
    "(company_id, snoozed_until, id)",
    "snoozed_until is not null",
  );
  await index("tickets_merged_into", "(merged_into_id)", "merged_into_id is not null");
  await index("tickets_of_spam", "(spam_at, id)", "spam_at is not null");
  await index("tickets_by_team", "(team_id)", "team_id is not null");
  // Few among many closed tickets; every server looks for them twice a minute.
  await index("tickets_to_close", "(last_resolved_at)", "status = 'resolved'");
  await sql`create index tickets_by_assignee on tickets (assignee_id)`.execute(db);
  // A requester's other tickets, newest first: some have thousands.
  await sql`create index tickets_of_requester on tickets (requester_id, created_at, id)`.execute(
    db,
  );
  await createCoveringIndexes(db);
}

/** The dashboard reads each of its figures from one of these alone. */
async function createCoveringIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, by: string, include: string, where: string) =>
    sql
      .raw(`
        create index ${name} on tickets (${by}) include (${include}, tag_numbers)
        where ${where}`)
      .execute(db);
  const filters = "company_id, team_id, assignee_id, id";
  const filtersOfAgent = "company_id, team_id, id";
  const groups = "status, priority, type";
  const resolution = "resolution_time, reopen_count, staff_reply_count";
  const byCustomer = `${shown} and not opened_by_staff`;
  const waiting = "waiting_for, waiting_since, unassigned_since, staff_reply_count, snoozed_until";
  await index("created_tickets", "created_at", `${filters}, ${groups}`, shown);
  await index("solved_tickets", "last_resolved_at", `${resolution}, ${filters}, ${groups}`, solved);
  await index(
    "first_staff_replies",
    "first_staff_reply_at",
    `first_reply_time, ${filters}`,
    byCustomer,
  );
  // The same per agent: times are stored together that are sorted together.
  await index(
    "solved_tickets_of_agent",
    "assignee_id, last_resolved_at",
    `${resolution}, ${filtersOfAgent}`,
    solved,
  );
  await index(
    "first_staff_replies_of_agent",
    "assignee_id, first_staff_reply_at",
    `first_reply_time, ${filtersOfAgent}`,
    byCustomer,
  );
  await index("open_tickets", "status", `${filters}, priority, type, ${waiting}`, open);
}

async function createTags(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tags (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 40 and name = lower(name)),
      number integer not null generated by default as identity
    );
    create unique index tags_name on tags (name);
    create unique index tags_number on tags (number);
    create index tags_in_order on tags (in_order(name), name);

    create table ticket_tags (
      ticket_id uuid not null references tickets on delete cascade,
      tag_id uuid not null references tags on delete cascade,
      primary key (ticket_id, tag_id)
    );
    create index ticket_tags_by_tag on ticket_tags (tag_id, ticket_id);

    -- What a change of tags in the settings deleted, as long as it can be undone.
    create table tag_changes (
      id uuid primary key,
      actor_id uuid not null references users on delete cascade,
      made jsonb not null,
      created_at timestamptz not null,
      undone_at timestamptz
    );
    create index tag_changes_by_age on tag_changes (created_at)`.execute(db);

  // Rows of ticket_tags are only inserted and deleted. The ticket is locked first: then the tags
  // that others gave or took are visible.
  await sql`
    create function tag_numbers_of(ticket uuid) returns integer[] language sql stable as $$
      select array_agg(tags.number order by tags.number)
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = ticket
    $$;
    create function keep_tag_numbers() returns trigger language plpgsql as $$
    declare concerned uuid[];
    begin
      concerned := array(select distinct ticket_id from changed);
      perform from tickets where id = any(concerned) order by id for no key update;
      update tickets t set tag_numbers = tag_numbers_of(t.id)
      where t.id = any(concerned) and t.tag_numbers is distinct from tag_numbers_of(t.id);
      return null;
    end $$;
    create trigger tags_given after insert on ticket_tags
      referencing new table as changed for each statement execute function keep_tag_numbers();
    create trigger tags_taken after delete on ticket_tags
      referencing old table as changed for each statement execute function keep_tag_numbers()
  `.execute(db);
}

/** Which status a ticket had when, and when reopened tickets had been solved. */
async function createStatusSpans(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table status_spans (
      ticket_id uuid not null references tickets on delete cascade,
      status ticket_status not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      primary key (ticket_id, started_at),
      check (ended_at is null or ended_at >= started_at)
    );
    create unique index one_current_status on status_spans (ticket_id) where ended_at is null;

    -- A ticket that was never reopened was open from its creation to its last resolve. With the
    -- times that reopened tickets were solved, the backlog of any day follows without reading the
    -- spans of every status.
    create table reopenings (
      ticket_id uuid not null references tickets on delete cascade,
      solved_at timestamptz not null,
      reopened_at timestamptz not null,
      -- Closed: a merge was undone, which is not a reopen.
      was ticket_status not null,
      primary key (ticket_id, reopened_at),
      check (solved_at <= reopened_at)
    );
    create index reopenings_by_time on reopenings (reopened_at)
      include (solved_at, ticket_id, was);

    create function keep_reopening() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from reopenings
        where ticket_id = old.ticket_id and reopened_at = old.started_at;
      end if;
      if tg_op <> 'DELETE' then
        insert into reopenings (ticket_id, solved_at, reopened_at, was)
        select new.ticket_id, coalesce(
          (select max(ended_at) from status_spans
            where ticket_id = new.ticket_id and started_at < new.started_at
              and status not in ('resolved', 'closed')),
          (select min(started_at) from status_spans where ticket_id = new.ticket_id)
        ), new.started_at, before.status
        from status_spans before
        where before.ticket_id = new.ticket_id and before.ended_at = new.started_at
          and before.started_at < new.started_at and before.status in ('resolved', 'closed')
          and new.status not in ('resolved', 'closed')
        on conflict (ticket_id, reopened_at) do update
          set solved_at = excluded.solved_at, was = excluded.was;
      end if;
      return null;
    end $$;
    create trigger reopenings_begin after insert on status_spans for each row
      when (new.status not in ('resolved', 'closed')) execute function keep_reopening();
    create trigger reopenings_change after update of status on status_spans for each row
      when (new.status <> old.status) execute function keep_reopening();
    create trigger reopenings_end after delete on status_spans for each row
      when (old.status not in ('resolved', 'closed')) execute function keep_reopening();

    -- For all tickets without reopenings: where very many were loaded without triggers.
    create function gather_reopenings() returns void language sql as $$
      insert into reopenings (ticket_id, solved_at, reopened_at, was)
      select ticket_id, coalesce(open_until, began), started_at, before
      from (
        select ticket_id, status, started_at,
          lag(status) over earlier as before,
          max(ended_at) filter (where status not in ('resolved', 'closed')) over earlier as open_until,
          min(started_at) over earlier as began
        from status_spans
        window earlier as (partition by ticket_id order by started_at
          rows between unbounded preceding and 1 preceding)
      ) span
      where before in ('resolved', 'closed') and status not in ('resolved', 'closed')
      on conflict (ticket_id, reopened_at) do nothing
    $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets drop constraint requester_is_one_of_its_people`.execute(db);
  await sql`
    drop table reopenings, status_spans, tag_changes, ticket_tags, tags, saved_views, macros,
      ticket_reads, presence, merges, ticket_links, ticket_people, tickets`.execute(db);
  await sql`
    drop function gather_reopenings, keep_reopening, keep_tag_numbers, tag_numbers_of`.execute(db);
  await sql`drop sequence ticket_numbers`.execute(db);
  await sql`drop type ticket_priority, ticket_status`.execute(db);
}
