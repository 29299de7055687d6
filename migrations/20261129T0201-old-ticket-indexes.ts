import { type Kysely, sql } from "kysely";

export const outside = true;

/**
 * Finds tickets closed long ago. The others are for their deletion: each foreign key to a ticket is checked for each
 * deleted ticket, which would otherwise read the whole table.
 */
const indexes: Record<string, string> = {
  tickets_closed_long_ago: `tickets (coalesce(last_resolved_at, closed_at))
    where merged_into_id is null and status in ('resolved', 'closed')`,
  messages_by_any_home: "messages (home_ticket_id)",
  mail_tokens_by_ticket: "mail_tokens (ticket_id)",
  merges_by_source: "merges (source_id)",
  merges_by_target: "merges (target_id)",
  drafts_by_ticket: "drafts (ticket_id) where ticket_id is not null",
  ticket_links_by_home: "ticket_links (ticket_home_id) where ticket_home_id is not null",
  ticket_links_by_other_home: "ticket_links (other_home_id) where other_home_id is not null",
  inbound_mails_by_wanted_ticket:
    "inbound_mails (wanted_ticket_id) where wanted_ticket_id is not null",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const how = db.isTransaction ? "" : "concurrently";
  for (const [name, columns] of Object.entries(indexes)) {
    // An interrupted one is left behind invalid.
    await sql.raw(`drop index ${how} if exists ${name}`).execute(db);
    await sql.raw(`create index ${how} ${name} on ${columns}`).execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index ${Object.keys(indexes).join(", ")}`).execute(db);
}
