import type { Db } from "../../server/db/database.ts";
import type { PageTopic } from "../../server/events/live-events.ts";
import type { TicketRow } from "./builders.ts";

/** A ticket as stored in the database. */
export async function storedTicket(db: Db, id: string): Promise<TicketRow> {
  return await db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The timeline of a ticket without its messages. */
export async function storedEvents(db: Db, ticketId: string) {
  return await db
    .selectFrom("ticket_events")
    .select(["kind", "audience", "data", "version", "actor_id"])
    .where("ticket_id", "=", ticketId)
    .orderBy("id")
    .execute();
}

/** What the audit log says was done to it. */
export async function actsOn(db: Db, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("act")
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();
  return rows.map(({ act }) => act);
}

/** The same with personal values: before and after. */
export async function linesOn(db: Db, subjectId: string | null) {
  const rows = await db
    .selectFrom("audit_log as log")
    .leftJoin("audit_personal as personal", "personal.audit_id", "log.id")
    .select(["act", "fields", "actor_id as by", "person_id as of", "before", "after"])
    .where("subject_id", subjectId === null ? "is" : "=", subjectId)
    .orderBy("log.id")
    .execute();
  return rows;
}

/** The number of live events that told pages to refetch this. */
export async function countLiveEvents(db: Db, topic: PageTopic | "notifications"): Promise<number> {
  const rows = await db.selectFrom("live_events").select("id").where("topic", "=", topic).execute();
  return rows.length;
}

/** The events for open pages: for whom, and with which version. */
export async function storedLiveEvents(db: Db, subjectId: string) {
  const rows = await db
    .selectFrom("live_events")
    .select(["topic", "audience", "version", "number", "company_ids", "people_ids"])
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();
  return rows.map(({ people_ids, ...row }) => ({ ...row, people_ids: [...people_ids].sort() }));
}

/** Since when it was in which state, to the newest. */
export async function storedSpans(db: Db, ticketId: string) {
  return await db
    .selectFrom("status_spans")
    .select(["status", "started_at", "ended_at"])
    .where("ticket_id", "=", ticketId)
    .orderBy("started_at")
    .execute();
}
