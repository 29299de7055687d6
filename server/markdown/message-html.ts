import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { renderOffThread, shortLength } from "./off-thread.ts";
import { plainHtml } from "./plain.ts";
import { rendererVersion, renderMarkdown } from "./render.ts";

/** A message as a statement reads it: either its stored HTML or the text to render. */
export interface MessageText {
  id: string;
  /** Null where the HTML is stored, and of a redacted message. */
  body: string | null;
  html: string | null;
  /** Full names of the people whom a note mentions. */
  mentions?: readonly string[] | null;
}

/** What a stored HTML was made of, as one number. A text never changes once it is written. */
const source = sql`hashtextextended(m.body, ${sql.lit(rendererVersion)})`;

/** The joins to what is stored for the message `m`, as `stored`, and to its mail, as `received`. */
export const storedHtml = sql`
  left join message_html stored on stored.message_id = m.id and stored.source = ${source}
  left join message_mails received on m.format = 'html' and received.message_id = m.id`;

/** The columns `body` and `html` behind those joins. The text of a mail is never read as Markdown. */
export const textOrHtml: RawBuilder<unknown> = sql`
  case when m.redacted_at is null and m.format = 'markdown' and stored.html is null
    then m.body end as body,
  case when m.redacted_at is null then coalesce(received.html, stored.html) end as html`;

/**
 * The HTML of each message for staff, by its id. Each text is parsed once and stored; plain
 * sentences cost less to render than to store. Long texts, and many together, are rendered off the
 * main thread. Without `db` nothing is stored, as where a transaction is about to be rolled back.
 */
export async function renderMessages(
  db: Db | null,
  messages: readonly MessageText[],
): Promise<ReadonlyMap<string, string>> {
  const html = new Map<string, string>();
  const parsed: { id: string; html: string }[] = [];
  let room = shortLength;
  for (const { id, body, html: stored, mentions } of messages) {
    const known = stored ?? (body === null ? "" : plainHtml(body));
    if (known !== null || body === null) {
      html.set(id, known ?? "");
      continue;
    }
    const names = mentions ?? [];
    room -= body.length;
    const rendered = room >= 0 ? renderMarkdown(body, names) : await renderOffThread(body, names);
    html.set(id, rendered);
    parsed.push({ id, html: rendered });
  }
  if (db && parsed.length > 0) await store(db, parsed);
  return html;
}

/** A message that is redacted in the meantime stays without: its row is locked until this is written. */
async function store(db: Db, rendered: readonly { id: string; html: string }[]) {
  await sql`
    with message as materialized (
      select m.id, ${source} as source, given.html
      from jsonb_to_recordset(${JSON.stringify(rendered)}::text::jsonb) as given(id uuid, html text)
        join messages m on m.id = given.id
      where m.redacted_at is null
      order by m.id
      for share of m
    )
    insert into message_html (message_id, source, html)
    select id, source, html from message
    on conflict (message_id) do update set source = excluded.source, html = excluded.html`.execute(
    db,
  );
}

/** With the message itself, in the transaction that redacts it. */
export async function eraseMessageHtml(tx: Tx, messageId: string): Promise<void> {
  await tx.deleteFrom("message_html").where("message_id", "=", messageId).execute();
}
