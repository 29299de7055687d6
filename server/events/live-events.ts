import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** A change that browsers are notified of. Topics are those of shared/live.ts. */
interface LiveEvent {
  topic: "ticket";
  subjectId: string;
  number: number;
  /** Of the ticket after the change; null if the change is none of the ticket itself, such as a mail's delivery. */
  version: number | null;
  /** Whether customers can see any of it; `person`: only the people in `peopleIds`. */
  audience: "staff" | "everyone" | "person";
  /** The ticket's company before and after, where it has one. */
  companyIds: readonly string[];
  /** Requester and followers, before and after. */
  peopleIds: readonly string[];
}

/** In the transaction of the action; every server reads it after the commit. */
export async function recordLiveEvent(tx: Tx, ...events: LiveEvent[]): Promise<void> {
  await tx
    .insertInto("live_events")
    .values(
      events.map((event) => ({
        id: Bun.randomUUIDv7(),
        topic: event.topic,
        subject_id: event.subjectId,
        number: event.number,
        version: event.version,
        audience: event.audience,
        company_ids: [...event.companyIds],
        people_ids: [...event.peopleIds],
      })),
    )
    .execute();
}

/** Events that no server will read any more, by the database's clock, which wrote them. */
export async function sweepLiveEvents(db: Db): Promise<void> {
  await db
    .deleteFrom("live_events")
    .where("at", "<", sql<Date>`clock_timestamp() - interval '10 minutes'`)
    .execute();
}

/** Which open pages have outdated data. */
export type PageTopic = "users" | "companies" | "settings" | "macros" | "views" | "held" | "desk";

/** In the transaction of the action. Everyone sees the desk's appearance, only staff the rest. */
export async function notifyPages(tx: Db | Tx, topic: PageTopic): Promise<void> {
  await tx
    .insertInto("live_events")
    .values({ id: Bun.randomUUIDv7(), topic, audience: topic === "desk" ? "everyone" : "staff" })
    .execute();
}
