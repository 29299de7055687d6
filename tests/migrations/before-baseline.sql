-- A database as the migrations before the baseline made it, dumped with pg_dump 15.
SET check_function_bodies = false;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

CREATE TYPE public.ticket_priority AS ENUM (
    'low',
    'normal',
    'high',
    'urgent'
);

CREATE TYPE public.ticket_status AS ENUM (
    'new',
    'open',
    'pending',
    'on-hold',
    'resolved',
    'closed'
);

CREATE TABLE public.desk (
    only_one boolean DEFAULT true NOT NULL,
    name text DEFAULT 'Frontdesk'::text NOT NULL,
    is_demo boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    accent text,
    logo_hash text,
    overdue_hours integer DEFAULT 24 NOT NULL,
    auto_close_days integer DEFAULT 7 NOT NULL,
    language text DEFAULT 'english'::text NOT NULL,
    audit_months integer,
    messages_per_hour integer DEFAULT 60 NOT NULL,
    tickets_per_hour integer DEFAULT 20 NOT NULL,
    upload_mb_per_hour integer DEFAULT 300 NOT NULL,
    invitations_per_hour integer DEFAULT 100 NOT NULL,
    demo_password_hashes text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT desk_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT desk_audit_months_check CHECK (((audit_months >= 3) AND (audit_months <= 600))),
    CONSTRAINT desk_auto_close_days_check CHECK (((auto_close_days >= 1) AND (auto_close_days <= 365))),
    CONSTRAINT desk_invitations_per_hour_check CHECK (((invitations_per_hour >= 1) AND (invitations_per_hour <= 100000))),
    CONSTRAINT desk_language_check CHECK ((language = ANY (ARRAY['arabic'::text, 'armenian'::text, 'basque'::text, 'catalan'::text, 'danish'::text, 'dutch'::text, 'english'::text, 'finnish'::text, 'french'::text, 'german'::text, 'greek'::text, 'hindi'::text, 'hungarian'::text, 'indonesian'::text, 'irish'::text, 'italian'::text, 'lithuanian'::text, 'nepali'::text, 'norwegian'::text, 'portuguese'::text, 'romanian'::text, 'russian'::text, 'serbian'::text, 'spanish'::text, 'swedish'::text, 'tamil'::text, 'turkish'::text, 'yiddish'::text]))),
    CONSTRAINT desk_logo_hash_check CHECK ((logo_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT desk_messages_per_hour_check CHECK (((messages_per_hour >= 1) AND (messages_per_hour <= 100000))),
    CONSTRAINT desk_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT desk_only_one_check CHECK (only_one),
    CONSTRAINT desk_overdue_hours_check CHECK (((overdue_hours >= 1) AND (overdue_hours <= 720))),
    CONSTRAINT desk_tickets_per_hour_check CHECK (((tickets_per_hour >= 1) AND (tickets_per_hour <= 100000))),
    CONSTRAINT desk_upload_mb_per_hour_check CHECK (((upload_mb_per_hour >= 25) AND (upload_mb_per_hour <= 100000)))
);

CREATE FUNCTION public.audit_kept_from() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    RETURN (SELECT ((date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)) - make_interval(months => desk.audit_months)) AT TIME ZONE 'UTC'::text) AS timezone FROM public.desk);

CREATE FUNCTION public.companies_are_renamed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          perform name_companies_of(array(select user_id from user_companies where company_id = new.id));
          return null;
        end $$;

CREATE FUNCTION public.folded(words text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (octet_length(words) = char_length(words)) THEN lower(words) ELSE lower(replace(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(words, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ØøŁłĐđÐðĦħŦŧıΣς'::text, 'oollddddhhttiσσ'::text), 'ß'::text, 'ss'::text), 'ẞ'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'th'::text)) END;

CREATE FUNCTION public.forget_old_audit(entry uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    declare
      oldest timestamptz;
      next_month timestamptz;
      forgotten integer;
    begin
      if not pg_try_advisory_xact_lock(7368645224) then
        return 0;
      end if;
      select min(at) into oldest from audit_log;
      if (oldest >= audit_kept_from()) is not false then
        return 0;
      end if;
      next_month := (date_trunc('month', oldest at time zone 'UTC') + interval '1 month')
        at time zone 'UTC';
      perform set_config('frontdesk.audit', 'forgetting', true);
      delete from audit_personal where at < next_month;
      delete from audit_log where at < next_month;
      get diagnostics forgotten = row_count;
      perform set_config('frontdesk.audit', '', true);
      insert into audit_log (id, at, act, subject_kind, fields)
      values (entry, clock_timestamp(), 'audit.forgotten', 'audit', '{month,entries}');
      insert into audit_personal (audit_id, at, before)
      values (entry, clock_timestamp(), jsonb_build_object(
        'month', to_char(oldest at time zone 'UTC', 'YYYY-MM'), 'entries', forgotten));
      return forgotten;
    end $$;

CREATE FUNCTION public.gather_reopenings() RETURNS void
    LANGUAGE sql
    AS $$
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
    $$;

CREATE FUNCTION public.in_order(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (name ~ '[0-9]'::text) THEN regexp_replace(regexp_replace(public.folded(name), '([0-9]+)'::text, '00000000000000\1'::text, 'g'::text), '[0-9]*([0-9]{15})'::text, '\1'::text, 'g'::text) ELSE public.folded(name) END;

CREATE FUNCTION public.keep_latest(concerned uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
    begin
      perform from tickets where id = any(concerned) order by id for no key update;
      update tickets t set latest_author_id = l.author_id, latest_text = l.text,
        staff_latest_kind = l.staff_kind, staff_latest_author_id = l.staff_author_id,
        staff_latest_text = l.staff_text
      from unnest(concerned) as ticket (id), latest_of(ticket.id) l
      where t.id = ticket.id and (
          t.latest_author_id, t.latest_text,
          t.staff_latest_kind, t.staff_latest_author_id, t.staff_latest_text
        ) is distinct from (l.author_id, l.text, l.staff_kind, l.staff_author_id, l.staff_text);
    end $$;

CREATE FUNCTION public.keep_reopening() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.keep_tag_numbers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare concerned uuid[];
    begin
      concerned := array(select distinct ticket_id from changed);
      perform from tickets where id = any(concerned) order by id for no key update;
      update tickets t set tag_numbers = tag_numbers_of(t.id)
      where t.id = any(concerned) and t.tag_numbers is distinct from tag_numbers_of(t.id);
      return null;
    end $$;

CREATE FUNCTION public.latest_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform keep_latest(array(select ticket_id from gone union select ticket_id from fresh));
        return null;
      end $$;

CREATE FUNCTION public.latest_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform keep_latest(array(select ticket_id from gone group by 1));
        return null;
      end $$;

CREATE FUNCTION public.latest_of(ticket uuid) RETURNS TABLE(author_id uuid, text text, staff_kind text, staff_author_id uuid, staff_text text)
    LANGUAGE sql STABLE
    AS $$
      select everybodys.author_id, left(everybodys.body, 240),
        staffs.kind, staffs.author_id, left(staffs.body, 240)
      from (select) one
      left join lateral (
        select id, author_id, body from messages
        where ticket_id = ticket and released_at is not null and redacted_at is null
        order by released_at desc, id desc limit 1
      ) everybodys on true
      left join lateral (
        select newest.* from (
          select id, kind, author_id, body from messages
          where ticket_id = ticket and redacted_at is null
          order by created_at desc, id desc limit 1
        ) newest
        where newest.id is distinct from everybodys.id
      ) staffs on true
    $$;

CREATE FUNCTION public.latest_written() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform keep_latest(array(select ticket_id from fresh group by 1));
        return null;
      end $$;

CREATE FUNCTION public.name_companies_of(concerned uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
    begin
      perform from users where id = any(concerned) order by id for no key update;
      update users u set company_names = named.names
      from (
        select person.id, coalesce((
          select string_agg(c.folded_name, ', ' order by c.folded_name)
          from user_companies own join companies c on c.id = own.company_id
          where own.user_id = person.id), '') as names
        from unnest(concerned) as person (id)
      ) named
      where u.id = named.id and u.company_names <> named.names;
    end $$;

CREATE FUNCTION public.plain_words(words text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(CASE WHEN (octet_length(words) = char_length(words)) THEN words ELSE translate(NORMALIZE(regexp_replace(regexp_replace(words, '([0-9])([²³¹⁰⁴-⁹₀-₉])'::text, '\1 \2'::text, 'g'::text), '([¼-¾№⅐-⅞↉])'::text, ' \1 '::text, 'g'::text), NFKC), 'ς'::text, 'σ'::text) END, '[][!-/:-@\\^_`{-¿×÷‐-⁯←-⇿€™]+'::text, ' '::text, 'g'::text);

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if tg_op = 'DELETE' then
        if current_setting('frontdesk.audit', true) = 'forgetting' and old.at < audit_kept_from()
        then
          return old;
        end if;
      end if;
      raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
    end $$;

CREATE FUNCTION public.remember_super_admin() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        new.was_super_admin := new.was_super_admin or new.role = 'Super Admin';
        return new;
      end
    $$;

CREATE FUNCTION public.search_changed_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin 
    insert into ticket_search_queue (ticket_id)
    select distinct ticket_id from messages where id in (old.message_id, new.message_id); return null; end $$;

CREATE FUNCTION public.search_changed_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select distinct id from unnest(array[old.ticket_id, new.ticket_id]) as id; return null; end $$;

CREATE FUNCTION public.search_changed_ticket() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) values (new.id); return null; end $$;

CREATE FUNCTION public.search_deleted_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin 
    insert into ticket_search_queue (ticket_id)
    select distinct ticket_id from messages where id in (select message_id from gone); return null; end $$;

CREATE FUNCTION public.search_deleted_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select distinct ticket_id from gone; return null; end $$;

CREATE FUNCTION public.search_new_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin 
    insert into ticket_search_queue (ticket_id)
    select distinct ticket_id from messages where id in (select message_id from fresh); return null; end $$;

CREATE FUNCTION public.search_new_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select distinct ticket_id from fresh; return null; end $$;

CREATE FUNCTION public.search_new_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select id from fresh; return null; end $$;

CREATE FUNCTION public.search_renamed_company() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select id from tickets where company_id = new.id; return null; end $$;

CREATE FUNCTION public.search_renamed_tag() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select ticket_id from ticket_tags where tag_id = new.id; return null; end $$;

CREATE FUNCTION public.search_renamed_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select id from tickets where requester_id = new.id; return null; end $$;

CREATE FUNCTION public.search_tagged_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select distinct ticket_id from fresh; return null; end $$;

CREATE FUNCTION public.search_untagged_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin insert into ticket_search_queue (ticket_id) select distinct ticket_id from gone; return null; end $$;

CREATE FUNCTION public.speak_in_search(language text, before text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    begin
      if exists (
        select from unnest(array[language, before]) as asked (name)
        where not exists (
          select from pg_catalog.pg_ts_dict dictionary
          where dictionary.dictname = asked.name || '_stem'
            and dictionary.dictnamespace = 'pg_catalog'::regnamespace)
      ) then
        raise exception 'Postgres knows no endings of that language'
          using errcode = 'invalid_parameter_value';
      end if;
      execute format('alter text search dictionary desk_stemmer (language = %I)', language);
      execute format('alter text search dictionary desk_stemmer_before (language = %I)', before);
    end $$;

CREATE FUNCTION public.tag_numbers_of(ticket uuid) RETURNS integer[]
    LANGUAGE sql STABLE
    AS $$
      select array_agg(tags.number order by tags.number)
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = ticket
    $$;

CREATE FUNCTION public.tell_companies_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        declare concerned uuid[];
        begin
          concerned := array(select distinct user_id from come);
          if cardinality(concerned) > 0 then
            insert into live_events (id, topic, audience, people_ids)
            values (gen_random_uuid(), 'access', 'person', concerned);
          end if;
          return null;
        end $$;

CREATE FUNCTION public.tell_companies_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        declare concerned uuid[];
        begin
          concerned := array(select distinct user_id from gone);
          if cardinality(concerned) > 0 then
            insert into live_events (id, topic, audience, people_ids)
            values (gen_random_uuid(), 'access', 'person', concerned);
          end if;
          return null;
        end $$;

CREATE FUNCTION public.tell_rights_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        declare concerned uuid[];
        begin
          concerned := array(select come.id from come join gone using (id)
     where (come.role, come.company_scope, come.state)
       is distinct from (gone.role, gone.company_scope, gone.state));
          if cardinality(concerned) > 0 then
            insert into live_events (id, topic, audience, people_ids)
            values (gen_random_uuid(), 'access', 'person', concerned);
          end if;
          return null;
        end $$;

CREATE FUNCTION public.tell_sessions_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        declare concerned uuid[];
        begin
          concerned := array(select distinct user_id from gone);
          if cardinality(concerned) > 0 then
            insert into live_events (id, topic, audience, people_ids)
            values (gen_random_uuid(), 'access', 'person', concerned);
          end if;
          return null;
        end $$;

CREATE FUNCTION public.users_change_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          perform name_companies_of(array(select user_id from gone union select user_id from come));
          return null;
        end $$;

CREATE FUNCTION public.users_join_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          perform name_companies_of(array(select distinct user_id from come));
          return null;
        end $$;

CREATE FUNCTION public.users_leave_companies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        begin
          perform name_companies_of(array(select distinct user_id from gone));
          return null;
        end $$;

CREATE FUNCTION public.uuid_v7() RETURNS uuid
    LANGUAGE sql PARALLEL SAFE
    RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;

CREATE TEXT SEARCH DICTIONARY public.desk_stemmer (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );

CREATE TEXT SEARCH DICTIONARY public.desk_stemmer_before (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );

CREATE TEXT SEARCH CONFIGURATION public.desk_spelling (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR asciiword WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR word WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR numword WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR email WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR url WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR host WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR sfloat WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR version WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR hword_numpart WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR hword_part WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR hword_asciipart WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR numhword WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR asciihword WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR hword WITH public.unaccent, simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR url_path WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR file WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR "float" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR "int" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_spelling
    ADD MAPPING FOR uint WITH simple;

CREATE TEXT SEARCH CONFIGURATION public.desk_words (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR asciiword WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR word WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR numword WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR email WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR url WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR host WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR sfloat WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR version WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR hword_numpart WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR hword_part WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR hword_asciipart WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR numhword WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR asciihword WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR hword WITH public.unaccent, public.desk_stemmer;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR url_path WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR file WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR "float" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR "int" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words
    ADD MAPPING FOR uint WITH simple;

CREATE TEXT SEARCH CONFIGURATION public.desk_words_before (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR asciiword WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR word WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR numword WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR email WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR url WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR host WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR sfloat WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR version WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR hword_numpart WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR hword_part WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR hword_asciipart WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR numhword WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR asciihword WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR hword WITH public.unaccent, public.desk_stemmer_before;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR url_path WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR file WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR "float" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR "int" WITH simple;

ALTER TEXT SEARCH CONFIGURATION public.desk_words_before
    ADD MAPPING FOR uint WITH simple;

CREATE TABLE public.acts (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    request_id uuid NOT NULL,
    kind text NOT NULL,
    input_hash bytea NOT NULL,
    made jsonb NOT NULL,
    undone_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT acts_input_hash_check CHECK ((octet_length(input_hash) = 32))
);

CREATE TABLE public.address_changes (
    user_id uuid NOT NULL,
    email text NOT NULL,
    asked_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    new_confirmed_at timestamp with time zone,
    old_confirmed_at timestamp with time zone,
    CONSTRAINT address_changes_email_check CHECK ((char_length(email) <= 254))
);

CREATE TABLE public.attempts (
    key text NOT NULL,
    count integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    blocked_until timestamp with time zone
);

CREATE UNLOGGED TABLE public.attempts_under_way (
    id uuid NOT NULL,
    keys text[] NOT NULL,
    lapses_at timestamp with time zone NOT NULL
);

CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id uuid,
    act text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    fields text[] DEFAULT '{}'::text[] NOT NULL,
    request_id text,
    place bigint
);

CREATE TABLE public.audit_personal (
    audit_id uuid NOT NULL,
    person_id uuid,
    at timestamp with time zone NOT NULL,
    before jsonb,
    after jsonb,
    network text,
    typed_address text,
    device text,
    CONSTRAINT audit_personal_device_check CHECK ((char_length(device) <= 200))
);

CREATE SEQUENCE public.audit_places
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.audit_places OWNED BY public.audit_log.place;

CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    folded_name text GENERATED ALWAYS AS (public.folded(name)) STORED NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    merged_into_id uuid,
    merging_into_id uuid,
    CONSTRAINT companies_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
    CONSTRAINT companies_notes_check CHECK ((char_length(notes) <= 10000)),
    CONSTRAINT companies_state_check CHECK ((state = ANY (ARRAY['active'::text, 'archived'::text, 'merged'::text]))),
    CONSTRAINT merged_has_a_target CHECK (((state = 'merged'::text) = (merged_into_id IS NOT NULL))),
    CONSTRAINT merged_is_no_target CHECK (((merged_into_id <> id) AND (merging_into_id <> id))),
    CONSTRAINT merging_is_archived CHECK (((merging_into_id IS NULL) OR (state = 'archived'::text)))
);

CREATE TABLE public.company_domains (
    domain text NOT NULL,
    company_id uuid NOT NULL,
    CONSTRAINT company_domains_domain_check CHECK (((domain = lower(domain)) AND (char_length(domain) <= 253)))
);

CREATE TABLE public.desk_logos (
    hash text NOT NULL,
    type text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT desk_logos_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 204800))),
    CONSTRAINT desk_logos_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT desk_logos_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);

CREATE TABLE public.drafts (
    user_id uuid NOT NULL,
    ticket_id uuid,
    kind text NOT NULL,
    body text NOT NULL,
    form jsonb,
    revision integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT drafts_body_check CHECK ((char_length(body) <= 100000)),
    CONSTRAINT drafts_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'note'::text, 'new'::text]))),
    CONSTRAINT drafts_revision_check CHECK ((revision > 0)),
    CONSTRAINT new_ones_have_no_ticket CHECK (((kind = 'new'::text) = (ticket_id IS NULL)))
);

CREATE TABLE public.file_contents (
    id uuid NOT NULL,
    sha256 bytea NOT NULL,
    size integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    placed_at timestamp with time zone,
    removed_at timestamp with time zone,
    CONSTRAINT file_contents_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT file_contents_size_check CHECK (((size >= 1) AND (size <= 26214400)))
);

CREATE TABLE public.files (
    id uuid NOT NULL,
    message_id uuid,
    uploader_id uuid NOT NULL,
    content_id uuid,
    name text NOT NULL,
    type text NOT NULL,
    size integer NOT NULL,
    width integer,
    height integer,
    "position" smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    redacted_at timestamp with time zone,
    CONSTRAINT both_sides_or_none CHECK (((width IS NULL) = (height IS NULL))),
    CONSTRAINT files_height_check CHECK ((height > 0)),
    CONSTRAINT files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT files_size_check CHECK (((size >= 1) AND (size <= 26214400))),
    CONSTRAINT files_type_check CHECK (((char_length(type) >= 1) AND (char_length(type) <= 100))),
    CONSTRAINT files_width_check CHECK ((width > 0)),
    CONSTRAINT redacted_has_no_content CHECK (((redacted_at IS NULL) = (content_id IS NOT NULL)))
);

CREATE UNLOGGED TABLE public.hourly_use (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    since timestamp with time zone NOT NULL,
    amount bigint NOT NULL
);

CREATE TABLE public.import_rows (
    import_id uuid NOT NULL,
    "position" integer NOT NULL,
    line integer NOT NULL,
    cells jsonb NOT NULL,
    same_as integer
);

CREATE TABLE public.imports (
    id uuid NOT NULL,
    kind text NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    encoding text NOT NULL,
    headers jsonb NOT NULL,
    row_count integer NOT NULL,
    mapping jsonb,
    choices jsonb,
    job_id uuid,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT confirmed_is_mapped CHECK (((job_id IS NULL) = (mapping IS NULL))),
    CONSTRAINT imports_kind_check CHECK ((kind = ANY (ARRAY['users'::text, 'companies'::text]))),
    CONSTRAINT imports_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT imports_row_count_check CHECK (((row_count >= 1) AND (row_count <= 50000)))
);

CREATE TABLE public.job_items (
    job_id uuid NOT NULL,
    "position" integer NOT NULL,
    subject_id uuid NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    refusal jsonb,
    made_id uuid,
    undo jsonb,
    CONSTRAINT job_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text])))
);

CREATE TABLE public.jobs (
    id uuid NOT NULL,
    kind text NOT NULL,
    owner_id uuid NOT NULL,
    request_id uuid NOT NULL,
    input jsonb NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    total integer NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    leased_until timestamp with time zone,
    network text,
    CONSTRAINT jobs_done_check CHECK ((done >= 0)),
    CONSTRAINT jobs_refused_check CHECK ((refused >= 0)),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
    CONSTRAINT jobs_total_check CHECK ((total >= 0))
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.links (
    id uuid NOT NULL,
    kind text NOT NULL,
    token_hash text NOT NULL,
    user_id uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT links_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'invitation'::text, 'first-admin'::text, 'address-new'::text, 'address-old'::text]))),
    CONSTRAINT links_of_a_user CHECK (((kind = 'first-admin'::text) = (user_id IS NULL))),
    CONSTRAINT links_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE public.live_events (
    id uuid NOT NULL,
    tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    topic text NOT NULL,
    subject_id uuid,
    number bigint,
    version integer,
    audience text NOT NULL,
    company_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    people_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT live_events_audience_check CHECK ((audience = ANY (ARRAY['staff'::text, 'everyone'::text, 'person'::text])))
);

CREATE TABLE public.macros (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    body text NOT NULL,
    shared boolean NOT NULL,
    status public.ticket_status,
    priority public.ticket_priority,
    assign_to_me boolean DEFAULT false NOT NULL,
    assignee_id uuid,
    team_id uuid,
    add_tags text[] DEFAULT '{}'::text[] NOT NULL,
    remove_tags text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT macros_body_check CHECK ((char_length(body) <= 10000)),
    CONSTRAINT macros_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT macros_status_check CHECK ((status <> 'new'::public.ticket_status)),
    CONSTRAINT one_assignee CHECK (((NOT assign_to_me) OR (assignee_id IS NULL)))
);

CREATE TABLE public.merges (
    id uuid NOT NULL,
    source_id uuid NOT NULL,
    target_id uuid NOT NULL,
    act_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    source_before jsonb NOT NULL,
    waiting_before jsonb NOT NULL,
    waiting_after jsonb NOT NULL,
    followers_added uuid[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    brought_along uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    there_before uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT merges_check CHECK ((source_id <> target_id))
);

CREATE TABLE public.message_html (
    message_id uuid NOT NULL,
    source bigint NOT NULL,
    html text NOT NULL
);

CREATE TABLE public.message_mentions (
    message_id uuid NOT NULL,
    user_id uuid NOT NULL
);

CREATE TABLE public.messages (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    home_ticket_id uuid NOT NULL,
    author_id uuid NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    release_at timestamp with time zone,
    released_at timestamp with time zone,
    redacted_at timestamp with time zone,
    act_id uuid,
    redacted_by uuid,
    request_id uuid,
    CONSTRAINT messages_body_check CHECK ((char_length(body) <= 100000)),
    CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'note'::text]))),
    CONSTRAINT notes_are_never_released CHECK (((kind = 'public'::text) OR (released_at IS NULL)))
);

CREATE TABLE public.notification_choices (
    user_id uuid NOT NULL,
    kind text NOT NULL,
    bell boolean NOT NULL,
    mail boolean NOT NULL,
    CONSTRAINT notification_choices_kind_check CHECK ((kind = ANY (ARRAY['assigned'::text, 'mentioned'::text, 'customer-wrote'::text, 'unassigned'::text, 'followed'::text])))
);

CREATE TABLE public.notifications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    ticket_id uuid NOT NULL,
    message_id uuid,
    actor_id uuid,
    created_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['assigned'::text, 'mentioned'::text, 'customer-wrote'::text, 'opened'::text, 'followed'::text, 'reopened'::text, 'rated'::text, 'team'::text, 'woke'::text])))
);

CREATE TABLE public.outgoing_mails (
    id uuid NOT NULL,
    template text NOT NULL,
    user_id uuid,
    data jsonb NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    error text,
    address text,
    subject text,
    body text,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    ticket_id uuid,
    message_id uuid,
    one_of_many boolean DEFAULT false NOT NULL,
    CONSTRAINT outgoing_mails_address_check CHECK ((char_length(address) <= 254)),
    CONSTRAINT outgoing_mails_error_check CHECK ((char_length(error) <= 1000)),
    CONSTRAINT outgoing_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'skipped'::text])))
);

CREATE UNLOGGED TABLE public.presence (
    ticket_id uuid NOT NULL,
    user_id uuid NOT NULL,
    typing boolean NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    pages jsonb
);

CREATE TABLE public.reopenings (
    ticket_id uuid NOT NULL,
    solved_at timestamp with time zone NOT NULL,
    reopened_at timestamp with time zone NOT NULL,
    was public.ticket_status NOT NULL,
    CONSTRAINT reopenings_check CHECK ((solved_at <= reopened_at))
);

CREATE TABLE public.saved_views (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    time_zone text,
    sort text,
    descending boolean,
    shared boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    count_paused_until timestamp with time zone,
    CONSTRAINT saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
    CONSTRAINT saved_views_query_check CHECK ((char_length(query) <= 500)),
    CONSTRAINT saved_views_sort_check CHECK ((char_length(sort) <= 20)),
    CONSTRAINT saved_views_time_zone_check CHECK ((char_length(time_zone) <= 64))
);

CREATE TABLE public.search_rebuild (
    only_one boolean DEFAULT true NOT NULL,
    language_before text NOT NULL,
    mark uuid,
    total integer,
    done integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT search_rebuild_done_check CHECK ((done >= 0)),
    CONSTRAINT search_rebuild_only_one_check CHECK (only_one),
    CONSTRAINT search_rebuild_total_check CHECK ((total >= 0))
);

CREATE TABLE public.search_spellings (
    lexeme text NOT NULL,
    word text NOT NULL
);

CREATE TABLE public.search_words (
    lexeme text NOT NULL,
    in_head integer NOT NULL,
    in_public integer NOT NULL,
    in_staff integer NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.secrets (
    name text NOT NULL,
    value bytea NOT NULL,
    CONSTRAINT secrets_value_check CHECK ((octet_length(value) = 32))
);

CREATE TABLE public.sessions (
    id text NOT NULL,
    public_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    user_agent text NOT NULL,
    network text,
    CONSTRAINT sessions_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT sessions_user_agent_check CHECK ((char_length(user_agent) <= 400))
);

CREATE TABLE public.status_spans (
    ticket_id uuid NOT NULL,
    status public.ticket_status NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT status_spans_check CHECK (((ended_at IS NULL) OR (ended_at >= started_at)))
);

CREATE TABLE public.tag_changes (
    id uuid NOT NULL,
    actor_id uuid NOT NULL,
    made jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone
);

CREATE TABLE public.tags (
    id uuid NOT NULL,
    name text NOT NULL,
    number integer NOT NULL,
    CONSTRAINT tags_name_check CHECK ((char_length(name) BETWEEN 1 AND 40) AND (name = lower(name)))
);

ALTER TABLE public.tags ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tags_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.team_members (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL
);

CREATE TABLE public.teams (
    id uuid NOT NULL,
    name text NOT NULL,
    CONSTRAINT teams_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);

CREATE TABLE public.ticket_events (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    actor_id uuid,
    act_id uuid NOT NULL,
    kind text NOT NULL,
    audience text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer,
    CONSTRAINT ticket_events_audience_check CHECK ((audience = ANY (ARRAY['staff'::text, 'everyone'::text])))
);

CREATE TABLE public.ticket_links (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    other_id uuid NOT NULL,
    kind text NOT NULL,
    created_by uuid,
    created_at timestamp with time zone NOT NULL,
    ticket_home_id uuid,
    other_home_id uuid,
    CONSTRAINT links_two_tickets CHECK ((ticket_id <> other_id)),
    CONSTRAINT related_either_way CHECK (((kind <> 'related'::text) OR (ticket_id < other_id))),
    CONSTRAINT ticket_links_kind_check CHECK ((kind = ANY (ARRAY['related'::text, 'duplicate-of'::text, 'parent-of'::text, 'follow-up-of'::text])))
);

CREATE SEQUENCE public.ticket_numbers
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.ticket_people (
    ticket_id uuid NOT NULL,
    user_id uuid NOT NULL
);

CREATE TABLE public.ticket_reads (
    user_id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    seen_at timestamp with time zone,
    mentioned boolean DEFAULT false NOT NULL,
    kept_unread boolean DEFAULT false NOT NULL
);

CREATE TABLE public.ticket_search (
    ticket_id uuid NOT NULL,
    head tsvector NOT NULL,
    public tsvector NOT NULL,
    staff tsvector NOT NULL
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.ticket_search ALTER COLUMN head SET STATISTICS 500;
ALTER TABLE ONLY public.ticket_search ALTER COLUMN public SET STATISTICS 500;
ALTER TABLE ONLY public.ticket_search ALTER COLUMN staff SET STATISTICS 500;

CREATE TABLE public.ticket_search_queue (
    id bigint NOT NULL,
    ticket_id uuid NOT NULL
);

ALTER TABLE public.ticket_search_queue ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_search_queue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ticket_tags (
    ticket_id uuid NOT NULL,
    tag_id uuid NOT NULL
);

CREATE TABLE public.tickets (
    id uuid NOT NULL,
    number bigint DEFAULT nextval('public.ticket_numbers'::regclass) NOT NULL,
    subject text NOT NULL,
    status public.ticket_status DEFAULT 'new'::public.ticket_status NOT NULL,
    priority public.ticket_priority DEFAULT 'normal'::public.ticket_priority NOT NULL,
    type text DEFAULT 'question'::text NOT NULL,
    channel text NOT NULL,
    company_id uuid,
    requester_id uuid NOT NULL,
    assignee_id uuid,
    team_id uuid,
    opened_by_staff boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    publicly_updated_at timestamp with time zone NOT NULL,
    waiting_for text,
    waiting_since timestamp with time zone,
    waiting_rank smallint GENERATED ALWAYS AS (
CASE waiting_for
    WHEN 'us'::text THEN 0
    WHEN 'customer'::text THEN 1
    ELSE 2
END) STORED NOT NULL,
    waiting_key timestamp with time zone GENERATED ALWAYS AS (COALESCE(waiting_since, 'infinity'::timestamp with time zone)) STORED NOT NULL,
    unassigned_since timestamp with time zone,
    first_staff_reply_at timestamp with time zone,
    last_staff_reply_at timestamp with time zone,
    last_customer_message_at timestamp with time zone,
    staff_reply_count integer DEFAULT 0 NOT NULL,
    first_resolved_at timestamp with time zone,
    last_resolved_at timestamp with time zone,
    reopen_count integer DEFAULT 0 NOT NULL,
    closed_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    merged_into_id uuid,
    spam_at timestamp with time zone,
    rating text,
    rating_comment text,
    rated_at timestamp with time zone,
    first_reply_time bigint GENERATED ALWAYS AS (((EXTRACT(epoch FROM (first_staff_reply_at - created_at)) * (1000000)::numeric))::bigint) STORED,
    resolution_time bigint GENERATED ALWAYS AS (((EXTRACT(epoch FROM (last_resolved_at - created_at)) * (1000000)::numeric))::bigint) STORED,
    tag_numbers integer[],
    latest_author_id uuid,
    latest_text text,
    staff_latest_kind text,
    staff_latest_author_id uuid,
    staff_latest_text text,
    CONSTRAINT closed_has_a_time CHECK (((status = 'closed'::public.ticket_status) = (closed_at IS NOT NULL))),
    CONSTRAINT merged_is_closed CHECK (((merged_into_id IS NULL) OR (status = 'closed'::public.ticket_status))),
    CONSTRAINT tickets_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'phone'::text, 'email'::text, 'api'::text]))),
    CONSTRAINT tickets_rating_check CHECK ((rating = ANY (ARRAY['good'::text, 'bad'::text]))),
    CONSTRAINT tickets_rating_comment_check CHECK ((char_length(rating_comment) <= 2000)),
    CONSTRAINT tickets_reopen_count_check CHECK ((reopen_count >= 0)),
    CONSTRAINT tickets_staff_reply_count_check CHECK ((staff_reply_count >= 0)),
    CONSTRAINT tickets_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 300))),
    CONSTRAINT tickets_type_check CHECK ((type = ANY (ARRAY['question'::text, 'incident'::text, 'problem'::text, 'task'::text]))),
    CONSTRAINT tickets_version_check CHECK ((version > 0)),
    CONSTRAINT tickets_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['us'::text, 'customer'::text]))),
    CONSTRAINT unassigned_has_a_since CHECK (((assignee_id IS NULL) = (unassigned_since IS NOT NULL))),
    CONSTRAINT waiting_has_a_since CHECK (((waiting_for IS NULL) = (waiting_since IS NULL)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE public.user_companies (
    user_id uuid NOT NULL,
    company_id uuid NOT NULL,
    sees_all_tickets boolean DEFAULT false NOT NULL
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    folded_name text GENERATED ALWAYS AS (public.folded(((first_name || ' '::text) || last_name))) STORED NOT NULL,
    email text,
    role text NOT NULL,
    state text NOT NULL,
    company_scope text,
    password_hash text,
    password_set_at timestamp with time zone,
    phone text,
    time_zone text,
    theme text DEFAULT 'system'::text NOT NULL,
    nav_collapsed boolean DEFAULT false NOT NULL,
    last_seen_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    single_keys boolean DEFAULT true NOT NULL,
    company_names text DEFAULT ''::text NOT NULL,
    searched text GENERATED ALWAYS AS (((((public.folded(((first_name || ' '::text) || last_name)) || ' '::text) || public.folded(COALESCE(email, ''::text))) || ' '::text) || company_names)) STORED NOT NULL,
    phone_digits text GENERATED ALWAYS AS (NULLIF(regexp_replace(replace(phone, '(0)'::text, ''::text), '[^0-9]'::text, ''::text, 'g'::text), ''::text)) STORED,
    was_super_admin boolean DEFAULT false NOT NULL,
    CONSTRAINT agents_have_a_scope CHECK (((role = 'Agent'::text) = (company_scope IS NOT NULL))),
    CONSTRAINT the_deleted_are_disabled CHECK (((deleted_at IS NULL) OR (state = 'disabled'::text))),
    CONSTRAINT the_deleted_have_no_address CHECK (((deleted_at IS NULL) = (email IS NOT NULL))),
    CONSTRAINT users_company_scope_check CHECK ((company_scope = ANY (ARRAY['all'::text, 'assigned'::text]))),
    CONSTRAINT users_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
    CONSTRAINT users_first_name_check CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 80))),
    CONSTRAINT users_last_name_check CHECK ((char_length(last_name) <= 80)),
    CONSTRAINT users_phone_check CHECK ((char_length(phone) <= 40)),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['Super Admin'::text, 'Agent'::text, 'Customer'::text]))),
    CONSTRAINT users_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text]))),
    CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
    CONSTRAINT users_time_zone_check CHECK ((char_length(time_zone) <= 64))
);

ALTER TABLE ONLY public.audit_log ALTER COLUMN place SET DEFAULT nextval('public.audit_places'::regclass);

INSERT INTO public.desk VALUES (true, 'Frontdesk', false, '2026-11-28 09:23:24.991597+00', NULL, NULL, 24, 7, 'english', NULL, 60, 20, 300, 100, '{}');

INSERT INTO public.kysely_migration VALUES ('20261121T0600-create-people', '2026-11-28T09:23:25.146Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0610-create-sessions', '2026-11-28T09:23:25.159Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0620-create-tickets', '2026-11-28T09:23:25.338Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0630-create-mail-and-audit', '2026-11-28T09:23:25.361Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0700-create-acts-and-drafts', '2026-11-28T09:23:25.379Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0705-create-ticket-links', '2026-11-28T09:23:25.385Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0706-index-what-closes-by-itself', '2026-11-28T09:23:25.386Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0710-create-search', '2026-11-28T09:23:25.572Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0720-create-notifications', '2026-11-28T09:23:25.626Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0730-create-files', '2026-11-28T09:23:25.637Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0740-create-mail-threads', '2026-11-28T09:23:25.647Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0750-create-macros', '2026-11-28T09:23:25.660Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0755-create-merges', '2026-11-28T09:23:25.666Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0760-create-jobs', '2026-11-28T09:23:25.679Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0765-search-attachment-names', '2026-11-28T09:23:25.688Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0767-keep-choice-of-keys', '2026-11-28T09:23:25.691Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0770-write-news-at-once', '2026-11-28T09:23:25.700Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0795-say-who-redacted', '2026-11-28T09:23:25.702Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0800-search-users', '2026-11-28T09:23:25.751Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0810-merge-companies', '2026-11-28T09:23:25.781Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0820-create-desk-settings', '2026-11-28T09:23:25.808Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0822-choose-search-language', '2026-11-28T09:23:25.829Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0824-keep-audit-for-months', '2026-11-28T09:23:25.846Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0830-create-imports', '2026-11-28T09:23:25.883Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0840-answer-the-dashboard', '2026-11-28T09:23:25.936Z');
INSERT INTO public.kysely_migration VALUES ('20261121T0850-keep-what-many-were', '2026-11-28T09:23:25.938Z');
INSERT INTO public.kysely_migration VALUES ('20261122T0100-keep-tags-beside-tickets', '2026-11-28T09:23:25.965Z');
INSERT INTO public.kysely_migration VALUES ('20261122T0310-find-newest-of-requester', '2026-11-28T09:23:25.966Z');
INSERT INTO public.kysely_migration VALUES ('20261122T0650-tally-days', '2026-11-28T09:23:25.979Z');
INSERT INTO public.kysely_migration VALUES ('20261122T1020-tally-times-and-gaps', '2026-11-28T09:23:25.989Z');
INSERT INTO public.kysely_migration VALUES ('20261122T1650-keep-attempts-under-way', '2026-11-28T09:23:25.992Z');
INSERT INTO public.kysely_migration VALUES ('20261122T1700-never-rewrite-what-lies-beside-the-log', '2026-11-28T09:23:25.993Z');
INSERT INTO public.kysely_migration VALUES ('20261122T1950-where-sessions-began', '2026-11-28T09:23:25.995Z');
INSERT INTO public.kysely_migration VALUES ('20261123T0230-hear-of-what-nobody-has', '2026-11-28T09:23:25.997Z');
INSERT INTO public.kysely_migration VALUES ('20261123T0510-keep-latest-messages', '2026-11-28T09:23:26.015Z');
INSERT INTO public.kysely_migration VALUES ('20261123T0750-keep-tickets-unread', '2026-11-28T09:23:26.021Z');
INSERT INTO public.kysely_migration VALUES ('20261123T1140-drop-an-index-that-serves-nothing', '2026-11-28T09:23:26.022Z');
INSERT INTO public.kysely_migration VALUES ('20261123T1830-spell-names-one-way', '2026-11-28T09:23:26.034Z');
INSERT INTO public.kysely_migration VALUES ('20261123T2200-find-what-was-reopened-while-merged', '2026-11-28T09:23:26.036Z');
INSERT INTO public.kysely_migration VALUES ('20261123T2225-fold-letters-of-their-own', '2026-11-28T09:23:26.044Z');
INSERT INTO public.kysely_migration VALUES ('20261124T0030-read-by-moments-of-the-ticket', '2026-11-28T09:23:26.047Z');
INSERT INTO public.kysely_migration VALUES ('20261124T0040-count-the-audit-log', '2026-11-28T09:23:26.049Z');
INSERT INTO public.kysely_migration VALUES ('20261124T0120-one-sigma-and-long-words', '2026-11-28T09:23:26.060Z');
INSERT INTO public.kysely_migration VALUES ('20261125T0900-know-messages-by-their-key', '2026-11-28T09:23:26.065Z');
INSERT INTO public.kysely_migration VALUES ('20261125T0940-fractions-and-numero-are-words', '2026-11-28T09:23:26.067Z');
INSERT INTO public.kysely_migration VALUES ('20261125T1250-order-by-when-they-wake', '2026-11-28T09:23:26.072Z');
INSERT INTO public.kysely_migration VALUES ('20261125T1300-raised-digits-are-words', '2026-11-28T09:23:26.076Z');
INSERT INTO public.kysely_migration VALUES ('20261125T2335-forget-words-that-are-gone', '2026-11-28T09:23:26.080Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0350-send-first-what-a-person-waits-for', '2026-11-28T09:23:26.086Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0540-keep-pairs-of-words', '2026-11-28T09:23:26.095Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0600-ring-for-what-has-no-message', '2026-11-28T09:23:26.097Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0620-find-what-was-done-to-somebody', '2026-11-28T09:23:26.098Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0621-list-mails-by-state', '2026-11-28T09:23:26.099Z');
INSERT INTO public.kysely_migration VALUES ('20261126T0622-find-people-by-phone', '2026-11-28T09:23:26.106Z');
INSERT INTO public.kysely_migration VALUES ('20261127T0200-bring-back-what-was-split-off', '2026-11-28T09:23:26.107Z');
INSERT INTO public.kysely_migration VALUES ('20261127T0210-leave-what-was-there-before', '2026-11-28T09:23:26.108Z');
INSERT INTO public.kysely_migration VALUES ('20261127T0400-links-know-their-home', '2026-11-28T09:23:26.114Z');
INSERT INTO public.kysely_migration VALUES ('20261127T0410-look-by-page', '2026-11-28T09:23:26.116Z');
INSERT INTO public.kysely_migration VALUES ('20261127T0500-put-names-in-order', '2026-11-28T09:23:26.123Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0530-pause-slow-counts', '2026-11-28T09:23:26.124Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0530-store-rendered-messages', '2026-11-28T09:23:26.126Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0540-limit-writing', '2026-11-28T09:23:26.144Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0550-drop-word-pairs', '2026-11-28T09:23:26.148Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0600-remember-demo-passwords', '2026-11-28T09:23:26.157Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0610-confirm-changes-of-address', '2026-11-28T09:23:26.165Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0630-send-mails-of-a-ticket-in-order', '2026-11-28T09:23:26.166Z');
INSERT INTO public.kysely_migration VALUES ('20261128T0840-drop-dashboard-tallies', '2026-11-28T09:23:26.172Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.secrets VALUES ('anti-forgery', '\x11eeac997239aa9dd023e0efa9de1a28a75781a4ed4936c8e557053a45d24998');
INSERT INTO public.secrets VALUES ('known-browser', '\x0a31f045ed08e6e86e6c701786631e4ae7360e0d9d0e5c8fd0797ed0991b11ba');

ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_actor_id_request_id_key UNIQUE (actor_id, request_id);

ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.address_changes
    ADD CONSTRAINT address_changes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.attempts_under_way
    ADD CONSTRAINT attempts_under_way_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_personal
    ADD CONSTRAINT audit_personal_once UNIQUE NULLS NOT DISTINCT (audit_id, person_id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.company_domains
    ADD CONSTRAINT company_domains_pkey PRIMARY KEY (domain);

ALTER TABLE ONLY public.desk_logos
    ADD CONSTRAINT desk_logos_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.desk
    ADD CONSTRAINT desk_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_user_id_ticket_id_kind_key UNIQUE NULLS NOT DISTINCT (user_id, ticket_id, kind);

ALTER TABLE ONLY public.file_contents
    ADD CONSTRAINT file_contents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hourly_use
    ADD CONSTRAINT hourly_use_pkey PRIMARY KEY (user_id, kind);

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, "position");

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_job_id_key UNIQUE (job_id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_items
    ADD CONSTRAINT job_items_job_id_subject_id_key UNIQUE (job_id, subject_id);

ALTER TABLE ONLY public.job_items
    ADD CONSTRAINT job_items_pkey PRIMARY KEY (job_id, "position");

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_owner_id_request_id_key UNIQUE (owner_id, request_id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.live_events
    ADD CONSTRAINT live_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_html
    ADD CONSTRAINT message_html_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_pkey PRIMARY KEY (message_id, user_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id, kind);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outgoing_mails
    ADD CONSTRAINT outgoing_mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (ticket_id, user_id);

ALTER TABLE ONLY public.reopenings
    ADD CONSTRAINT reopenings_pkey PRIMARY KEY (ticket_id, reopened_at);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_rebuild
    ADD CONSTRAINT search_rebuild_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY public.search_spellings
    ADD CONSTRAINT search_spellings_pkey PRIMARY KEY (lexeme);

ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (lexeme);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.status_spans
    ADD CONSTRAINT status_spans_pkey PRIMARY KEY (ticket_id, started_at);

ALTER TABLE ONLY public.tag_changes
    ADD CONSTRAINT tag_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, user_id);

ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_events
    ADD CONSTRAINT ticket_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_ticket_id_other_id_kind_key UNIQUE (ticket_id, other_id, kind);

ALTER TABLE ONLY public.ticket_people
    ADD CONSTRAINT ticket_people_pkey PRIMARY KEY (ticket_id, user_id);

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_pkey PRIMARY KEY (user_id, ticket_id);

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_pkey PRIMARY KEY (ticket_id);

ALTER TABLE ONLY public.ticket_search_queue
    ADD CONSTRAINT ticket_search_queue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_pkey PRIMARY KEY (ticket_id, tag_id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_number_key UNIQUE (number);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_companies
    ADD CONSTRAINT user_companies_pkey PRIMARY KEY (user_id, company_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE INDEX acts_by_age ON public.acts USING btree (created_at);

CREATE INDEX attempts_by_age ON public.attempts USING btree (last_at);

CREATE INDEX audit_log_by_act ON public.audit_log USING btree (act, at DESC, id DESC);

CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_id, at DESC);

CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject_id, at DESC);

CREATE INDEX audit_log_newest ON public.audit_log USING btree (at DESC, id DESC);

CREATE INDEX audit_personal_about ON public.audit_personal USING btree (person_id, audit_id) WHERE (network IS NULL);

CREATE INDEX audit_personal_by_age ON public.audit_personal USING btree (at);

CREATE INDEX audit_personal_by_person ON public.audit_personal USING btree (person_id);

CREATE INDEX companies_by_created ON public.companies USING btree (created_at, id);

CREATE INDEX companies_by_name ON public.companies USING btree (public.in_order(name), id);

CREATE INDEX companies_by_target ON public.companies USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE INDEX companies_merging ON public.companies USING btree (merging_into_id) WHERE (merging_into_id IS NOT NULL);

CREATE UNIQUE INDEX companies_name ON public.companies USING btree (lower(name)) WHERE (state <> 'merged'::text);

CREATE INDEX company_domains_by_company ON public.company_domains USING btree (company_id);

CREATE INDEX contents_to_remove ON public.file_contents USING btree (created_at) WHERE ((placed_at IS NULL) OR (removed_at IS NOT NULL));

CREATE INDEX created_tickets ON public.tickets USING btree (created_at) INCLUDE (company_id, team_id, assignee_id, id, status, priority, type, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX drafts_by_age ON public.drafts USING btree (updated_at);

CREATE INDEX files_by_content ON public.files USING btree (content_id);

CREATE INDEX files_by_message ON public.files USING btree (message_id, "position") WHERE (message_id IS NOT NULL);

CREATE INDEX first_staff_replies ON public.tickets USING btree (first_staff_reply_at) INCLUDE (first_reply_time, company_id, team_id, assignee_id, id, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (NOT opened_by_staff));

CREATE INDEX first_staff_replies_of_agent ON public.tickets USING btree (assignee_id, first_staff_reply_at) INCLUDE (first_reply_time, company_id, team_id, id, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (NOT opened_by_staff));

CREATE INDEX imports_by_age ON public.imports USING btree (created_at);

CREATE INDEX imports_unconfirmed ON public.imports USING btree (owner_id, created_at) WHERE (job_id IS NULL);

CREATE INDEX job_items_waiting ON public.job_items USING btree (job_id, "position") WHERE (state = 'waiting'::text);

CREATE INDEX jobs_of_owner ON public.jobs USING btree (owner_id, created_at DESC);

CREATE INDEX jobs_to_run ON public.jobs USING btree (created_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX links_by_user ON public.links USING btree (user_id, created_at);

CREATE INDEX live_events_by_age ON public.live_events USING btree (at);

CREATE INDEX live_events_by_tx ON public.live_events USING btree (tx);

CREATE INDEX message_mentions_by_user ON public.message_mentions USING btree (user_id, message_id);

CREATE INDEX messages_by_home ON public.messages USING btree (home_ticket_id) WHERE (home_ticket_id <> ticket_id);

CREATE UNIQUE INDEX messages_by_key ON public.messages USING btree (request_id, author_id) WHERE (request_id IS NOT NULL);

CREATE INDEX messages_by_ticket ON public.messages USING btree (ticket_id, created_at, id);

CREATE INDEX messages_to_release ON public.messages USING btree (release_at) WHERE ((kind = 'public'::text) AND (released_at IS NULL) AND (redacted_at IS NULL));

CREATE INDEX notification_choices_unassigned ON public.notification_choices USING btree (user_id) WHERE (kind = 'unassigned'::text);

CREATE INDEX notifications_by_age ON public.notifications USING btree (created_at);

CREATE INDEX notifications_by_message ON public.notifications USING btree (message_id);

CREATE INDEX notifications_by_ticket ON public.notifications USING btree (ticket_id);

CREATE INDEX notifications_by_user ON public.notifications USING btree (user_id, created_at, id);

CREATE UNIQUE INDEX one_content_a_hash ON public.file_contents USING btree (sha256) WHERE ((placed_at IS NOT NULL) AND (removed_at IS NULL));

CREATE UNIQUE INDEX one_current_status ON public.status_spans USING btree (ticket_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX one_merge_at_a_time ON public.merges USING btree (source_id) WHERE (undone_at IS NULL);

CREATE INDEX open_tickets ON public.tickets USING btree (status) INCLUDE (company_id, team_id, assignee_id, id, priority, type, waiting_for, waiting_since, unassigned_since, staff_reply_count, snoozed_until, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_by_created ON public.tickets USING btree (created_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_by_number ON public.tickets USING btree (number) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_by_priority ON public.tickets USING btree (priority, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_by_updated ON public.tickets USING btree (updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_by_waiting ON public.tickets USING btree (waiting_rank, waiting_key, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_assignee ON public.tickets USING btree (assignee_id, company_id, status) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_created ON public.tickets USING btree (company_id, created_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_number ON public.tickets USING btree (company_id, number) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_priority ON public.tickets USING btree (company_id, priority, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_public_update ON public.tickets USING btree (company_id, publicly_updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_updated ON public.tickets USING btree (company_id, updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX open_tickets_of_company_by_waiting ON public.tickets USING btree (company_id, waiting_rank, waiting_key, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['new'::public.ticket_status, 'open'::public.ticket_status, 'pending'::public.ticket_status, 'on-hold'::public.ticket_status])));

CREATE INDEX outgoing_mails_newest ON public.outgoing_mails USING btree (created_at DESC, id DESC);

CREATE INDEX outgoing_mails_not_sent ON public.outgoing_mails USING btree (state, created_at DESC, id DESC) WHERE (state <> 'sent'::text);

CREATE INDEX outgoing_mails_of_ticket ON public.outgoing_mails USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);

CREATE INDEX outgoing_mails_of_user ON public.outgoing_mails USING btree (user_id, created_at);

CREATE UNIQUE INDEX outgoing_mails_one_a_message ON public.outgoing_mails USING btree (message_id, user_id) WHERE (message_id IS NOT NULL);

CREATE INDEX outgoing_mails_to_send ON public.outgoing_mails USING btree (one_of_many, next_attempt_at, id) WHERE (state = 'queued'::text);

CREATE INDEX outgoing_mails_waiting ON public.outgoing_mails USING btree (ticket_id, user_id, template, created_at, id) WHERE ((state = 'queued'::text) AND (message_id IS NOT NULL));

CREATE UNIQUE INDEX own_macros_name ON public.macros USING btree (owner_id, lower(name)) WHERE (NOT shared);

CREATE INDEX presence_by_age ON public.presence USING btree (seen_at);

CREATE INDEX public_messages_by_ticket ON public.messages USING btree (ticket_id, released_at, id) WHERE (released_at IS NOT NULL);

CREATE INDEX reopenings_by_time ON public.reopenings USING btree (reopened_at) INCLUDE (solved_at, ticket_id, was);

CREATE INDEX saved_views_by_owner ON public.saved_views USING btree (owner_id, lower(name));

CREATE INDEX search_spellings_by_beginning ON public.search_spellings USING btree (word text_pattern_ops);

CREATE INDEX search_spellings_by_look ON public.search_spellings USING gin (word public.gin_trgm_ops);

CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

CREATE UNIQUE INDEX shared_macros_name ON public.macros USING btree (lower(name)) WHERE shared;

CREATE INDEX shared_views ON public.saved_views USING btree (lower(name)) WHERE shared;

CREATE INDEX solved_tickets ON public.tickets USING btree (last_resolved_at) INCLUDE (resolution_time, reopen_count, staff_reply_count, company_id, team_id, assignee_id, id, status, priority, type, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status])));

CREATE INDEX solved_tickets_of_agent ON public.tickets USING btree (assignee_id, last_resolved_at) INCLUDE (resolution_time, reopen_count, staff_reply_count, company_id, team_id, id, tag_numbers) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status])));

CREATE INDEX solved_tickets_of_company ON public.tickets USING btree (company_id, last_resolved_at) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL) AND (status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status])));

CREATE INDEX tag_changes_by_age ON public.tag_changes USING btree (created_at);

CREATE INDEX tags_in_order ON public.tags USING btree (public.in_order(name), name);

CREATE UNIQUE INDEX tags_name ON public.tags USING btree (name);

CREATE UNIQUE INDEX tags_number ON public.tags USING btree (number);

CREATE INDEX team_members_by_user ON public.team_members USING btree (user_id);

CREATE UNIQUE INDEX teams_name ON public.teams USING btree (lower(name));

CREATE INDEX ticket_events_by_ticket ON public.ticket_events USING btree (ticket_id, created_at, id);

CREATE INDEX ticket_links_by_other ON public.ticket_links USING btree (other_id);

CREATE INDEX ticket_people_by_user ON public.ticket_people USING btree (user_id, ticket_id);

CREATE INDEX ticket_reads_by_ticket ON public.ticket_reads USING btree (ticket_id);

CREATE INDEX ticket_search_by_head ON public.ticket_search USING gin (head) WITH (fastupdate=off);

CREATE INDEX ticket_search_by_public ON public.ticket_search USING gin (public) WITH (fastupdate=off);

CREATE INDEX ticket_search_by_staff ON public.ticket_search USING gin (staff) WITH (fastupdate=off);

CREATE INDEX ticket_search_queue_by_ticket ON public.ticket_search_queue USING btree (ticket_id);

CREATE INDEX ticket_tags_by_tag ON public.ticket_tags USING btree (tag_id, ticket_id);

CREATE INDEX tickets_by_assignee ON public.tickets USING btree (assignee_id);

CREATE INDEX tickets_by_created ON public.tickets USING btree (created_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_by_priority ON public.tickets USING btree (priority, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_by_team ON public.tickets USING btree (team_id) WHERE (team_id IS NOT NULL);

CREATE INDEX tickets_by_updated ON public.tickets USING btree (updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_by_waiting ON public.tickets USING btree (waiting_rank, waiting_key, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_merged_into ON public.tickets USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);

CREATE INDEX tickets_of_company_by_created ON public.tickets USING btree (company_id, created_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_number ON public.tickets USING btree (company_id, number) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_priority ON public.tickets USING btree (company_id, priority, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_public_update ON public.tickets USING btree (company_id, publicly_updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_status ON public.tickets USING btree (company_id, status) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_updated ON public.tickets USING btree (company_id, updated_at, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_by_waiting ON public.tickets USING btree (company_id, waiting_rank, waiting_key, id) WHERE ((spam_at IS NULL) AND (merged_into_id IS NULL));

CREATE INDEX tickets_of_company_snoozed ON public.tickets USING btree (company_id, snoozed_until, id) WHERE (snoozed_until IS NOT NULL);

CREATE INDEX tickets_of_requester ON public.tickets USING btree (requester_id, created_at, id);

CREATE INDEX tickets_of_spam ON public.tickets USING btree (spam_at, id) WHERE (spam_at IS NOT NULL);

CREATE INDEX tickets_snoozed ON public.tickets USING btree (snoozed_until, id) WHERE (snoozed_until IS NOT NULL);

CREATE INDEX tickets_to_close ON public.tickets USING btree (last_resolved_at) WHERE (status = 'resolved'::public.ticket_status);

CREATE INDEX unread_notifications ON public.notifications USING btree (user_id, ticket_id) WHERE (read_at IS NULL);

CREATE INDEX unsent_files ON public.files USING btree (uploader_id, created_at) WHERE (message_id IS NULL);

CREATE INDEX user_companies_by_company ON public.user_companies USING btree (company_id, user_id);

CREATE INDEX users_by_company ON public.users USING btree ("left"(company_names, 100), public.in_order(first_name), public.in_order(last_name), id) WHERE (deleted_at IS NULL);

CREATE INDEX users_by_created ON public.users USING btree (created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX users_by_last_seen ON public.users USING btree (COALESCE(last_seen_at, '-infinity'::timestamp with time zone), id) WHERE (deleted_at IS NULL);

CREATE INDEX users_by_name ON public.users USING btree (public.in_order(first_name), public.in_order(last_name), id) WHERE (deleted_at IS NULL);

CREATE INDEX users_by_phone ON public.users USING gin (phone_digits public.gin_trgm_ops) WHERE ((deleted_at IS NULL) AND (phone_digits IS NOT NULL));

CREATE INDEX users_by_role ON public.users USING btree (role, public.in_order(first_name), public.in_order(last_name), id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX users_searched ON public.users USING gin (searched public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER audit_personal_is_never_rewritten BEFORE UPDATE OR TRUNCATE ON public.audit_personal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER companies_added AFTER INSERT ON public.user_companies REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.tell_companies_added();

CREATE TRIGGER companies_are_renamed AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.companies_are_renamed();

CREATE TRIGGER companies_changed AFTER UPDATE ON public.user_companies REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.tell_companies_added();

CREATE TRIGGER companies_removed AFTER DELETE ON public.user_companies REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.tell_companies_removed();

CREATE TRIGGER latest_changed AFTER UPDATE ON public.messages REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.latest_changed();

CREATE TRIGGER latest_gone AFTER DELETE ON public.messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.latest_gone();

CREATE TRIGGER latest_written AFTER INSERT ON public.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.latest_written();

CREATE TRIGGER reopenings_begin AFTER INSERT ON public.status_spans FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status]))) EXECUTE FUNCTION public.keep_reopening();

CREATE TRIGGER reopenings_change AFTER UPDATE OF status ON public.status_spans FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION public.keep_reopening();

CREATE TRIGGER reopenings_end AFTER DELETE ON public.status_spans FOR EACH ROW WHEN ((old.status <> ALL (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status]))) EXECUTE FUNCTION public.keep_reopening();

CREATE TRIGGER rights_changed AFTER UPDATE ON public.users REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.tell_rights_changed();

CREATE TRIGGER search_changed_file AFTER UPDATE ON public.files FOR EACH ROW WHEN (((old.message_id IS DISTINCT FROM new.message_id) OR (old.name IS DISTINCT FROM new.name) OR (old.redacted_at IS DISTINCT FROM new.redacted_at))) EXECUTE FUNCTION public.search_changed_file();

CREATE TRIGGER search_changed_message AFTER UPDATE ON public.messages FOR EACH ROW WHEN (((old.ticket_id IS DISTINCT FROM new.ticket_id) OR (old.body IS DISTINCT FROM new.body) OR (old.kind IS DISTINCT FROM new.kind) OR (old.released_at IS DISTINCT FROM new.released_at) OR (old.redacted_at IS DISTINCT FROM new.redacted_at))) EXECUTE FUNCTION public.search_changed_message();

CREATE TRIGGER search_changed_ticket AFTER UPDATE ON public.tickets FOR EACH ROW WHEN (((old.subject IS DISTINCT FROM new.subject) OR (old.requester_id IS DISTINCT FROM new.requester_id) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION public.search_changed_ticket();

CREATE TRIGGER search_deleted_files AFTER DELETE ON public.files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.search_deleted_files();

CREATE TRIGGER search_deleted_messages AFTER DELETE ON public.messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.search_deleted_messages();

CREATE TRIGGER search_new_files AFTER INSERT ON public.files REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_files();

CREATE TRIGGER search_new_messages AFTER INSERT ON public.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_messages();

CREATE TRIGGER search_new_tickets AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_new_tickets();

CREATE TRIGGER search_renamed_company AFTER UPDATE ON public.companies FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.search_renamed_company();

CREATE TRIGGER search_renamed_tag AFTER UPDATE ON public.tags FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.search_renamed_tag();

CREATE TRIGGER search_renamed_user AFTER UPDATE ON public.users FOR EACH ROW WHEN (((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name))) EXECUTE FUNCTION public.search_renamed_user();

CREATE TRIGGER search_tagged_tickets AFTER INSERT ON public.ticket_tags REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.search_tagged_tickets();

CREATE TRIGGER search_untagged_tickets AFTER DELETE ON public.ticket_tags REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.search_untagged_tickets();

CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.tell_sessions_ended();

CREATE TRIGGER tags_given AFTER INSERT ON public.ticket_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.keep_tag_numbers();

CREATE TRIGGER tags_taken AFTER DELETE ON public.ticket_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.keep_tag_numbers();

CREATE TRIGGER users_change_companies AFTER UPDATE ON public.user_companies REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.users_change_companies();

CREATE TRIGGER users_join_companies AFTER INSERT ON public.user_companies REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION public.users_join_companies();

CREATE TRIGGER users_leave_companies AFTER DELETE ON public.user_companies REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.users_leave_companies();

CREATE TRIGGER users_remember_super_admin BEFORE INSERT OR UPDATE OF role ON public.users FOR EACH ROW EXECUTE FUNCTION public.remember_super_admin();

ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.address_changes
    ADD CONSTRAINT address_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_merging_into_id_fkey FOREIGN KEY (merging_into_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.company_domains
    ADD CONSTRAINT company_domains_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.file_contents(id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.hourly_use
    ADD CONSTRAINT hourly_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_items
    ADD CONSTRAINT job_items_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_target_id_fkey FOREIGN KEY (target_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_html
    ADD CONSTRAINT message_html_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_home_ticket_id_fkey FOREIGN KEY (home_ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_redacted_by_fkey FOREIGN KEY (redacted_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outgoing_mails
    ADD CONSTRAINT outgoing_mails_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outgoing_mails
    ADD CONSTRAINT outgoing_mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outgoing_mails
    ADD CONSTRAINT outgoing_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reopenings
    ADD CONSTRAINT reopenings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT requester_is_one_of_its_people FOREIGN KEY (id, requester_id) REFERENCES public.ticket_people(ticket_id, user_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.status_spans
    ADD CONSTRAINT status_spans_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tag_changes
    ADD CONSTRAINT tag_changes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_events
    ADD CONSTRAINT ticket_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_events
    ADD CONSTRAINT ticket_events_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_other_home_id_fkey FOREIGN KEY (other_home_id) REFERENCES public.tickets(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_other_id_fkey FOREIGN KEY (other_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_ticket_home_id_fkey FOREIGN KEY (ticket_home_id) REFERENCES public.tickets(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.ticket_links
    ADD CONSTRAINT ticket_links_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_people
    ADD CONSTRAINT ticket_people_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_people
    ADD CONSTRAINT ticket_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_reads
    ADD CONSTRAINT ticket_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tags(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.tickets(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_team_id_fkey FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.user_companies
    ADD CONSTRAINT user_companies_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_companies
    ADD CONSTRAINT user_companies_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION public.forget_old_audit(entry uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.speak_in_search(language text, before text) FROM PUBLIC;
