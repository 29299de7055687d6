import { expect, test } from "bun:test";
import { sql } from "kysely";
import { tokenLimits } from "../shared/api-tokens.ts";
import { companyLimits } from "../shared/companies.ts";
import { deskLimits } from "../shared/desk.ts";
import { fileLimits } from "../shared/files.ts";
import { macroLimits } from "../shared/macros.ts";
import { savedViewLimits } from "../shared/saved-views.ts";
import { queryLimits } from "../shared/search/query.ts";
import { teamLimits } from "../shared/teams.ts";
import { composerLimits } from "../shared/tickets/page.ts";
import { ticketLimits } from "../shared/tickets/vocabulary.ts";
import { userLimits } from "../shared/users.ts";
import { webhookLimits } from "../shared/webhooks.ts";
import { setUpTestDatabase } from "./support/test-database.ts";

const database = setUpTestDatabase();

/** Text that people write, and its limits in the schemas. */
const written = {
  "address_changes.email": userLimits.email,
  "api_tokens.name": tokenLimits.name,
  "companies.name": companyLimits.name,
  "companies.notes": companyLimits.notes,
  "company_domains.domain": companyLimits.domain,
  "desk.name": deskLimits.name,
  "drafts.body": composerLimits.draft,
  "files.name": fileLimits.name,
  "imports.name": fileLimits.name,
  "macros.body": macroLimits.body,
  "macros.name": macroLimits.name,
  "messages.body": ticketLimits.body,
  "saved_views.name": savedViewLimits.name,
  "saved_views.query": queryLimits.text,
  "saved_views.time_zone": userLimits.timeZone,
  "tags.name": ticketLimits.tag,
  "teams.name": teamLimits.name,
  "ticket_exports.query": queryLimits.text,
  "ticket_exports.time_zone": userLimits.timeZone,
  "tickets.rating_comment": 2000,
  "tickets.subject": ticketLimits.subject,
  "users.email": userLimits.email,
  "users.first_name": userLimits.name,
  "users.last_name": userLimits.name,
  "users.phone": userLimits.phone,
  "users.time_zone": userLimits.timeZone,
  "webhooks.name": webhookLimits.name,
  "webhooks.query": queryLimits.text,
  "webhooks.time_zone": userLimits.timeZone,
  "webhooks.url": webhookLimits.url,
};

/** Text written by the server, cut to its limits. */
const made = [
  ...[
    "api_tokens.last_four",
    "audit_personal.device",
    "files.type",
    "outgoing_mails.address",
    "outgoing_mails.error",
  ],
  ...[
    "saved_views.sort",
    "sessions.user_agent",
    "webhook_deliveries.answer",
    "webhook_deliveries.error",
  ],
  ...["webhook_events.type", "webhooks.headers", "webhooks.secrets"],
  ...["ticket_exports.cursor", "ticket_exports.error"],
];

/** Text read from mails is cut while reading; the settings of mailboxes have their own schemas. */
const ofMail =
  /^(mailboxes|mailbox_\w+|mail_settings|inbound_mails|message_mails|message_recipients|mail_ids|mail_tokens|undeliverable_addresses|blocked_senders|allowed_senders|image_choices|ticket_people)\./;
const ofSending = /^outgoing_mails\.(to_address|message_id_header|server_answer|bounce_\w+)$/;

test("the database accepts text up to the documented length", async () => {
  const { rows } = await sql<{ place: string; most: number }>`
    select conrelid::regclass || '.' || attname as place,
      substring(pg_get_constraintdef(c.oid) from '<= (\\d+)\\)')::int as most
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where contype = 'c' and connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) like '%char_length(%'`.execute(database.db);
  const bounded = rows.filter(
    ({ place }) => !made.includes(place) && !ofMail.test(place) && !ofSending.test(place),
  );
  expect(Object.fromEntries(bounded.map(({ place, most }) => [place, most]))).toEqual(written);
});
