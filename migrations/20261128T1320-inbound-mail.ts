import { type Kysely, sql } from "kysely";

/** Mailboxes, received mails and what became of them, and people who are copied without a user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMailboxes(db);
  await createInboundMails(db);
  await createMessageParts(db);
  await createThreading(db);
  await changeTickets(db);
  await changeMessages(db);
}

async function createMailboxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailboxes (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 80),
      address text not null check (char_length(address) between 3 and 254
        and address = lower(address)),
      sender_name text not null default 'agent-and-desk'
        check (sender_name in ('agent-and-desk', 'desk', 'agent')),
      team_id uuid references teams on delete set null,
      company_id uuid references companies,
      signature text not null default '' check (char_length(signature) <= 10000),
      acknowledges boolean not null default true,
      receives text not null default 'none' check (receives in ('imap', 'webhook', 'none')),
      sends text not null default 'default' check (sends in ('own', 'default')),
      after_storing text not null default 'leave'
        check (after_storing in ('leave', 'mark-read', 'move', 'delete')),
      move_to text check (char_length(move_to) <= 500),
      accepts text not null default 'everyone'
        check (accepts in ('everyone', 'known-people', 'domains')),
      domains text[] not null default '{}',
      -- A form on a web site writes from this address and names the visitor in Reply-To.
      forms_write_here boolean not null default false,
      joins_without_verdict boolean not null default false,
      always_own_ticket boolean not null default false,
      quotes boolean not null default true,
      -- Whose Authentication-Results count; null until the test has learned it.
      authserv_id text check (char_length(authserv_id) <= 200),
      -- Whether mail to address+token arrives; null until the test has learned it.
      plus_arrives boolean,
      webhook_key_hash bytea check (octet_length(webhook_key_hash) = 32),
      is_default boolean not null default false,
      paused_at timestamptz,
      state text not null default 'idle' check (char_length(state) <= 40),
      state_since timestamptz,
      error text check (char_length(error) <= 1000),
      last_mail_at timestamptz,
      created_at timestamptz not null default now(),
      -- A removed mailbox has no credentials; its row stays for the mails it received.
      removed_at timestamptz
    );
    create unique index mailboxes_by_address on mailboxes (address) where removed_at is null;
    create unique index one_default_mailbox on mailboxes (is_default)
      where is_default and removed_at is null;

    create table mailbox_aliases (
      address text primary key check (char_length(address) between 3 and 254
        and address = lower(address)),
      mailbox_id uuid not null references mailboxes on delete cascade
    );
    create index mailbox_aliases_by_mailbox on mailbox_aliases (mailbox_id);

    create table mailbox_servers (
      mailbox_id uuid not null references mailboxes on delete cascade,
      direction text not null check (direction in ('in', 'out')),
      host text not null check (char_length(host) between 1 and 253),
      port integer not null check (port between 1 and 65535),
      security text not null check (security in ('tls', 'starttls', 'none')),
      login text not null default '' check (char_length(login) <= 320),
      auth text not null default 'password' check (auth in ('password', 'oauth')),
      -- Encrypted.
      secret bytea,
      certificate text check (char_length(certificate) <= 20000),
      primary key (mailbox_id, direction)
    );

    -- All mails up to last_uid are stored.
    create table mailbox_folders (
      mailbox_id uuid not null references mailboxes on delete cascade,
      path text not null check (char_length(path) between 1 and 500),
      uidvalidity bigint not null,
      first_uid bigint not null default 0,
      last_uid bigint not null default 0,
      backlog_since timestamptz,
      primary key (mailbox_id, path)
    );

    -- Which server reads a mailbox and works on its mails.
    create table mailbox_leases (
      mailbox_id uuid primary key references mailboxes on delete cascade,
      holder uuid not null,
      until timestamptz not null
    );

    create table mailbox_events (
      id uuid primary key,
      mailbox_id uuid not null references mailboxes on delete cascade,
      at timestamptz not null,
      kind text not null check (char_length(kind) between 1 and 40),
      text text not null check (char_length(text) <= 1000)
    );
    create index mailbox_events_newest on mailbox_events (mailbox_id, at desc, id desc);
    create index mailbox_events_by_age on mailbox_events (at);

    create table blocked_senders (
      -- An address, or all of a domain: a@b.test or *@b.test.
      pattern text primary key check (char_length(pattern) between 3 and 254
        and pattern = lower(pattern)),
      created_by uuid references users on delete set null,
      created_at timestamptz not null
    );
    create table allowed_senders (
      pattern text primary key check (char_length(pattern) between 3 and 254
        and pattern = lower(pattern)),
      created_by uuid references users on delete set null,
      created_at timestamptz not null
    )`.execute(db);
}

async function createInboundMails(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_contents drop constraint file_contents_size_check;
    alter table file_contents add constraint file_contents_size_check
      check (size between 1 and 67108864);

    -- Each received mail is one row, which is never deleted. Their order of arrival is that of the ids.
    create table inbound_mails (
      id uuid primary key,
      mailbox_id uuid not null references mailboxes,
      source text not null check (source in ('imap', 'webhook', 'command')),
      folder text check (char_length(folder) between 1 and 500),
      uidvalidity bigint,
      uid bigint,
      raw_hash bytea not null check (octet_length(raw_hash) = 32),
      raw_size integer not null check (raw_size > 0),
      -- The original; null once it is erased.
      content_id uuid references file_contents,
      header_id text check (char_length(header_id) between 1 and 998),
      fingerprint bytea check (octet_length(fingerprint) = 32),
      envelope_to text check (char_length(envelope_to) <= 320),
      received_at timestamptz not null,
      stored_at timestamptz not null,
      is_backlog boolean not null default false,
      is_partial boolean not null default false,
      sender text check (char_length(sender) <= 320),
      sender_name text check (char_length(sender_name) <= 300),
      subject text check (char_length(subject) <= 300),
      preview text check (char_length(preview) <= 500),
      verdict text check (verdict in ('pass', 'fail', 'none')),
      state text not null default 'stored'
        check (state in ('stored', 'ticket', 'message', 'held')),
      reason text check (reason in ('automatic', 'bounce', 'own', 'duplicate', 'stranger', 'blocked',
        'disabled-person', 'failed-check', 'spam', 'not-accepted', 'loop', 'flood', 'no-sender',
        'unproven-staff', 'needs-review', 'needs-requester')),
      -- What it became, or the ticket that a held mail belongs to.
      ticket_id uuid references tickets on delete set null,
      message_id uuid references messages on delete set null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      decided_at timestamptz,
      erased_at timestamptz,
      constraint only_held_mails_have_a_reason check ((state = 'held') = (reason is not null)),
      constraint a_uid_has_its_folder
        check (num_nonnulls(folder, uidvalidity, uid) in (0, 3)),
      constraint erased_has_no_original check (erased_at is null or content_id is null)
    );
    create unique index inbound_mails_by_uid on inbound_mails (mailbox_id, folder, uidvalidity, uid)
      where uid is not null;
    create unique index inbound_mails_by_hash on inbound_mails (mailbox_id, raw_hash)
      where uid is null;
    create index inbound_mails_to_read on inbound_mails (mailbox_id, is_backlog, id)
      where state = 'stored';
    create index inbound_mails_held on inbound_mails (stored_at desc, id desc)
      where state = 'held';
    create index inbound_mails_counted on inbound_mails (mailbox_id, stored_at, state);
    create index inbound_mails_by_fingerprint on inbound_mails (fingerprint)
      where fingerprint is not null;
    create index inbound_mails_by_header_id on inbound_mails (header_id)
      where header_id is not null;
    create index inbound_mails_by_content on inbound_mails (content_id)
      where content_id is not null;
    create index inbound_mails_of_ticket on inbound_mails (ticket_id, id)
      where ticket_id is not null;
    create index inbound_mails_of_message on inbound_mails (message_id)
      where message_id is not null;
    create index inbound_mails_of_sender on inbound_mails (sender, stored_at)
      where sender is not null`.execute(db);
}

async function createMessageParts(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a message that came by mail shows besides its text.
    create table message_mails (
      message_id uuid primary key references messages on delete cascade,
      inbound_mail_id uuid not null references inbound_mails,
      from_name text not null check (char_length(from_name) <= 300),
      from_address text not null check (char_length(from_address) <= 320),
      subject text not null check (char_length(subject) <= 998),
      sent_at timestamptz,
      html text,
      rest_html text,
      rest_text text,
      remote_images integer not null default 0
    );
    create unique index message_mails_by_inbound on message_mails (inbound_mail_id);
    create index message_mails_by_sender on message_mails (from_address);

    create table message_recipients (
      message_id uuid not null references messages on delete cascade,
      kind text not null check (kind in ('to', 'cc', 'bcc')),
      address text not null check (char_length(address) <= 320),
      name text not null default '' check (char_length(name) <= 300),
      primary key (message_id, kind, address)
    );
    create index message_recipients_by_address on message_recipients (address)`.execute(db);
}

async function createThreading(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Message-IDs by which an answer finds its ticket.
    create table mail_ids (
      id text not null check (char_length(id) between 1 and 998),
      ticket_id uuid not null references tickets on delete cascade,
      message_id uuid references messages on delete set null,
      kind text not null check (kind in ('sent', 'relay', 'received', 'referenced')),
      signed boolean not null default false,
      created_at timestamptz not null,
      primary key (id, ticket_id)
    );
    create index mail_ids_of_ticket on mail_ids (ticket_id);
    create index mail_ids_of_message on mail_ids (message_id) where message_id is not null;

    -- The token in the answer address of a ticket, one for each reader.
    create table mail_tokens (
      token text primary key check (token ~ '^[a-z2-7]{16}$'),
      ticket_id uuid not null references tickets on delete cascade,
      user_id uuid references users on delete cascade,
      address text check (char_length(address) <= 320),
      constraint a_token_has_one_reader check (num_nonnulls(user_id, address) = 1)
    );
    create unique index mail_tokens_of_user on mail_tokens (ticket_id, user_id)
      where user_id is not null;
    create unique index mail_tokens_of_address on mail_tokens (ticket_id, address)
      where address is not null;

    alter table outgoing_mails
      add column mailbox_id uuid references mailboxes,
      add column to_address text check (char_length(to_address) <= 320),
      add column message_id_header text check (char_length(message_id_header) <= 998),
      add column server_answer text check (char_length(server_answer) <= 1000),
      add column bounced_at timestamptz,
      add column bounce_code text check (char_length(bounce_code) <= 40),
      add column bounce_text text check (char_length(bounce_text) <= 1000);
    create unique index outgoing_mails_one_an_address on outgoing_mails (message_id, to_address)
      where message_id is not null and to_address is not null`.execute(db);
}

/**
 * A copied person is an address on a ticket, even where a user has that address. Scope, counts, bells and
 * live events join on user_id, so a copied row gives no one access.
 */
async function changeTickets(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tickets drop constraint requester_is_one_of_its_people;
    alter table ticket_people drop constraint ticket_people_pkey;
    alter table ticket_people alter column user_id drop not null;
    alter table ticket_people
      add column address text check (char_length(address) <= 320 and address = lower(address)),
      add column name text check (char_length(name) <= 300),
      add constraint a_user_or_an_address check (num_nonnulls(user_id, address) = 1),
      add constraint ticket_people_once unique (ticket_id, user_id),
      add constraint copied_people_once unique (ticket_id, address);
    create index ticket_people_by_address on ticket_people (address, ticket_id)
      where address is not null;
    alter table tickets add constraint requester_is_one_of_its_people
      foreign key (id, requester_id) references ticket_people (ticket_id, user_id)
      deferrable initially deferred;
    alter table tickets add column mailbox_id uuid references mailboxes;
    create index tickets_of_mailbox on tickets (mailbox_id, created_at, id)
      where mailbox_id is not null`.execute(db);
}

/** The body of an html message is plain text, so its signs are no Markdown. */
async function changeMessages(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Shown within the text of the message, not among its attachments.
    alter table files add column is_inline boolean not null default false;
    alter table messages add column format text not null default 'markdown'
      check (format in ('markdown', 'html'));

    -- The beginning of a message as the lists read it: as Markdown.
    create function excerpt_source(body text, format text) returns text
    language sql immutable parallel safe
    return case format
      when 'html' then regexp_replace(left(body, 240), '([][\\\\\\x60*_(){}#+.!|>~-])', '\\\\\\1', 'g')
      else left(body, 240) end`.execute(db);
  await createLatestOf(db, sql`excerpt_source(body, format)`, sql`id, author_id, body, format`);
}

async function createLatestOf(
  db: Kysely<unknown>,
  words: ReturnType<typeof sql>,
  columns: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    create or replace function latest_of(ticket uuid) returns table (
      author_id uuid, text text, staff_kind text, staff_author_id uuid, staff_text text
    ) language sql stable as $$
      select everybodys.author_id, everybodys.words,
        staffs.kind, staffs.author_id, staffs.words
      from (select) one
      left join lateral (
        select id, author_id, ${words} as words from (
          select ${columns} from messages
          where ticket_id = ticket and released_at is not null and redacted_at is null
          order by released_at desc, id desc limit 1
        ) released
      ) everybodys on true
      left join lateral (
        select kind, author_id, ${words} as words from (
          select kind, ${columns} from messages
          where ticket_id = ticket and redacted_at is null
          order by created_at desc, id desc limit 1
        ) newest
        where newest.id is distinct from everybodys.id
      ) staffs on true
    $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await createLatestOf(db, sql`left(body, 240)`, sql`id, author_id, body`);
  await sql`
    drop function excerpt_source;
    drop table mail_tokens, mail_ids, message_recipients, message_mails;
    alter table messages drop column format;
    alter table files drop column is_inline;
    alter table outgoing_mails
      drop column mailbox_id, drop column to_address, drop column message_id_header,
      drop column server_answer, drop column bounced_at, drop column bounce_code,
      drop column bounce_text;
    alter table tickets drop constraint requester_is_one_of_its_people;
    delete from ticket_people where user_id is null;
    drop index ticket_people_by_address;
    alter table ticket_people
      drop constraint copied_people_once, drop constraint ticket_people_once,
      drop constraint a_user_or_an_address, drop column address, drop column name;
    alter table ticket_people add primary key (ticket_id, user_id);
    alter table tickets add constraint requester_is_one_of_its_people
      foreign key (id, requester_id) references ticket_people (ticket_id, user_id)
      deferrable initially deferred;
    alter table tickets drop column mailbox_id;
    drop table inbound_mails, blocked_senders, allowed_senders, mailbox_events, mailbox_leases,
      mailbox_folders, mailbox_servers, mailbox_aliases, mailboxes;
    alter table file_contents drop constraint file_contents_size_check;
    alter table file_contents add constraint file_contents_size_check
      check (size between 1 and 26214400)`.execute(db);
}
