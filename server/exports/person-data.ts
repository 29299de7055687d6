import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { type RawBuilder, sql } from "kysely";
import { isInlineImage } from "../../shared/files.ts";
import { fullName } from "../../shared/users.ts";
import type { Db } from "../db/database.ts";
import type { Place } from "../files/place.ts";
import { readUser } from "../users/queries.ts";

interface PersonDataOptions {
  db: Db;
  files: Pick<Place, "read">;
  now: Date;
  /** Called between parts of a long file; throws where the reader may no longer read it. */
  assertAllowed?: () => Promise<void>;
}

/**
 * Everything stored about a person, as a zip: profile, tickets with messages, files, emails and audit entries. Of
 * tickets they requested all public messages; elsewhere, and of notes, only their own.
 */
export async function exportPersonData(
  options: PersonDataOptions,
  id: string,
): Promise<AsyncGenerator<Uint8Array>> {
  // An unknown id is refused before a byte is sent.
  const user = await readUser(options.db, id);
  return writeZip(entriesOf(options, id, fullName(user)));
}

async function* entriesOf(
  { db, files, now, assertAllowed = async () => {} }: PersonDataOptions,
  id: string,
  name: string,
): AsyncGenerator<ZipEntry> {
  yield textFile("README.txt", now, readme(name, now));
  yield textFile("profile.json", now, JSON.stringify(await readProfile(db, id), null, 2));
  for (const [file, table] of Object.entries(tables)) {
    yield { name: file, at: now, pieces: readLines(db, table(id), assertAllowed) };
  }
  for await (const file of readFiles(db, id)) {
    await assertAllowed();
    const path = `files/${file.number ?? "unsent"}/${file.id} ${safeName(file.name)}`;
    const content = { id: file.content, sha256: file.sha256 };
    const bytes = await files.read(content, { from: 0, to: file.size }).catch(() => null);
    if (!bytes) {
      yield textFile(`${path} (missing).txt`, now, "The file store has this file no more.\n");
      continue;
    }
    yield {
      name: path,
      at: file.at,
      isPacked: isInlineImage(file.type) || /zip|pdf|video|audio/.test(file.type),
      pieces: bytes instanceof Blob ? bytes.stream() : bytes,
    };
  }
}

function textFile(name: string, at: Date, text: string): ZipEntry {
  return { name, at, pieces: [Buffer.from(text)] };
}

function readme(name: string, now: Date): string {
  return `What this help desk stores about ${name}, as of ${now.toISOString()}.

profile.json    The profile, companies, teams, sessions, API tokens (never their secrets) and choices.
tickets.ndjson  Tickets they requested, follow, are assigned to or wrote in, one a line, with messages:
                of tickets they requested all public ones, elsewhere and of notes only their own.
emails.ndjson   Emails sent to them, of the last 90 days.
audit.ndjson    Entries of the audit log about them or by them.
files/          Files they uploaded, and those of public messages in tickets they requested.

Times are in UTC. Redacted texts and files are not stored, and so not here.
`;
}

async function readProfile(db: Db, id: string): Promise<object> {
  const user = await readUser(db, id);
  const { rows } = await sql<{ more: object }>`
    select json_build_object(
      'teams', (select coalesce(json_agg(t.name order by t.name), '[]') from team_members m
        join teams t on t.id = m.team_id where m.user_id = ${id}::uuid),
      'sessions', (select coalesce(json_agg(json_build_object('createdAt', created_at,
        'lastSeenAt', last_seen_at, 'browser', user_agent, 'network', network)
        order by created_at), '[]') from sessions where user_id = ${id}::uuid),
      'tokens', (select coalesce(json_agg(json_build_object('name', name, 'scopes', scopes,
        'createdAt', created_at, 'expiresAt', expires_at, 'lastUsedAt', last_used_at,
        'lastUsedNetwork', last_used_network, 'revokedAt', revoked_at) order by created_at), '[]')
        from api_tokens where user_id = ${id}::uuid),
      'notifications', (select coalesce(json_agg(json_build_object('kind', kind, 'bell', bell,
        'mail', mail)), '[]') from notification_choices where user_id = ${id}::uuid),
      'savedViews', (select coalesce(json_agg(json_build_object('name', name, 'query', query)
        order by name), '[]') from saved_views where owner_id = ${id}::uuid)
    ) as more`.execute(db);
  return { ...user, ...rows[0]?.more };
}

interface Lines {
  /** The ids in their order. */
  ids: RawBuilder<unknown>;
  /** A JSON value for each of the rows `one (id)`. */
  line: RawBuilder<unknown>;
}

const tables: Record<string, (id: string) => Lines> = {
  "tickets.ndjson": ticketLines,
  "emails.ndjson": emailLines,
  "audit.ndjson": auditLines,
};

function ticketLines(id: string): Lines {
  const own = sql`t.requester_id = ${id}::uuid`;
  return {
    ids: sql`
      select id from tickets where requester_id = ${id}::uuid or assignee_id = ${id}::uuid
      union select ticket_id from ticket_people where user_id = ${id}::uuid
      union select ticket_id from messages where author_id = ${id}::uuid`,
    line: sql`
      select json_build_object('number', t.number, 'subject', t.subject, 'status', t.status,
        'priority', t.priority, 'type', t.type, 'createdAt', t.created_at,
        'updatedAt', t.updated_at, 'requester', ${own}, 'assignee', t.assignee_id = ${id}::uuid,
        'rating', case when ${own} then t.rating end,
        'ratingComment', case when ${own} then t.rating_comment end,
        'messages', (
          select coalesce(json_agg(json_build_object('at', m.created_at,
            'author', btrim(author.first_name || ' ' || author.last_name),
            'own', m.author_id = ${id}::uuid, 'note', m.kind = 'note', 'format', m.format,
            'text', m.body) order by m.created_at, m.id), '[]')
          from messages m join users author on author.id = m.author_id
          where m.ticket_id = t.id and m.redacted_at is null
            and (m.author_id = ${id}::uuid
              or (${own} and m.kind = 'public' and m.released_at is not null))
        )) as line
      from tickets t where t.id = one.id`,
  };
}

function emailLines(id: string): Lines {
  return {
    ids: sql`select id from outgoing_mails where user_id = ${id}::uuid`,
    line: sql`
      select json_build_object('at', created_at, 'state', state, 'sentAt', sent_at,
        'address', address, 'subject', subject, 'text', body) as line
      from outgoing_mails mail where mail.id = one.id`,
  };
}

function auditLines(id: string): Lines {
  return {
    ids: sql`
      select id from audit_log where subject_id = ${id}::uuid or actor_id = ${id}::uuid
      union select audit_id from audit_personal where person_id = ${id}::uuid`,
    line: sql`
      select json_build_object('at', entry.at, 'act', entry.act,
        'byThem', coalesce(entry.actor_id = ${id}::uuid, false), 'fields', entry.fields,
        'personal', (
          select coalesce(json_agg(json_build_object('before', before, 'after', after,
            'network', network, 'device', device)), '[]')
          from audit_personal where audit_id = entry.id and person_id = ${id}::uuid)
      ) as line
      from audit_log entry where entry.id = one.id`,
  };
}

const atOnce = 200;

async function* readLines(
  db: Db,
  { ids, line }: Lines,
  assertAllowed: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    await assertAllowed();
    const { rows } = await sql<{ id: string; line: object }>`
      select one.id, told.line
      from (
        select id from (${ids}) own (id) where id > ${last}::uuid order by id limit ${sql.lit(atOnce)}
      ) one
      cross join lateral (${line}) told
      order by one.id`.execute(db);
    if (rows.length === 0) return;
    yield Buffer.from(rows.map((row) => `${JSON.stringify(row.line)}\n`).join(""));
    last = rows.at(-1)?.id ?? last;
  }
}

interface StoredFile {
  id: string;
  name: string;
  type: string;
  size: number;
  at: Date;
  number: number | null;
  content: string;
  sha256: string;
}

async function* readFiles(db: Db, id: string): AsyncGenerator<StoredFile> {
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await sql<StoredFile>`
      select f.id, f.name, f.type, f.size, f.created_at as at, t.number,
        c.id as content, encode(c.sha256, 'hex') as sha256
      from files f
      join file_contents c on c.id = f.content_id
      left join messages m on m.id = f.message_id
      left join tickets t on t.id = m.ticket_id
      where f.id > ${last}::uuid and f.redacted_at is null and m.redacted_at is null
        and (f.uploader_id = ${id}::uuid or (
          t.requester_id = ${id}::uuid and m.kind = 'public' and m.released_at is not null))
      order by f.id limit ${sql.lit(atOnce)}`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** As a name in a folder of any system. */
function safeName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_").slice(-120);
}

interface ZipEntry {
  name: string;
  at: Date;
  /** It is compressed already, such as a picture. */
  isPacked?: boolean;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A zip file piece by piece, holding one piece in memory. Together at most 4 GB, the limit of the format. */
async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  for await (const { name, at, isPacked, pieces } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(piece);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}
