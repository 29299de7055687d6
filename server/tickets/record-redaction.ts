import { sql } from "kysely";
import type { AuditAct, AuditSubject } from "../../shared/audit.ts";
import { type Instant, instantOf, momentAfter } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { recordLiveEvent } from "../events/live-events.ts";
import { recordAct } from "../events/record-act.ts";

/** The ticket of what is redacted. */
export interface RedactedIn {
  ticket_id: string;
  number: number;
  version: number;
  updatedAt: Instant;
  company_id: string | null;
  people: string[];
}

/** As columns of the ticket `t`, once it is locked. */
export const redactedIn = sql`
  t.id as ticket_id, t.number, t.version, ${isoTime(sql`t.updated_at`)} as "updatedAt", t.company_id,
  (select array_agg(user_id::text) from ticket_people where ticket_id = t.id) as people`;

interface Redacted {
  what: "message" | "file" | "subject";
  /** By which the audit log knows it. */
  id: string;
  /** Whether customers have read it: else they are told nothing. */
  isPublic: boolean;
}

const written: Record<Redacted["what"], { act: AuditAct; kind: AuditSubject }> = {
  message: { act: "message.redacted", kind: "message" },
  file: { act: "file.redacted", kind: "file" },
  subject: { act: "ticket.subject-redacted", kind: "ticket" },
};

/** That it was done stays: in the conversation, in open pages, in the audit log. */
export async function recordRedaction(
  tx: Tx,
  deps: ActorDeps,
  { what, id, isPublic }: Redacted,
  ticket: RedactedIn,
): Promise<void> {
  const { actor, now } = deps;
  const version = ticket.version + 1;
  const audience = isPublic ? "everyone" : "staff";
  const at = sql<Date>`${momentAfter(ticket.updatedAt, instantOf(now))}::text::timestamptz`;
  await tx
    .updateTable("tickets")
    .set({ version, updated_at: at })
    .where("id", "=", ticket.ticket_id)
    .execute();
  await tx
    .insertInto("ticket_events")
    .values({
      id: Bun.randomUUIDv7(),
      ticket_id: ticket.ticket_id,
      actor_id: actor.id,
      act_id: Bun.randomUUIDv7(),
      kind: "redacted",
      audience,
      data: { what },
      created_at: at,
      version,
    })
    .execute();
  await recordLiveEvent(tx, {
    topic: "ticket",
    subjectId: ticket.ticket_id,
    number: ticket.number,
    version,
    audience,
    companyIds: ticket.company_id ? [ticket.company_id] : [],
    peopleIds: ticket.people,
  });
  const { act, kind } = written[what];
  await recordAct(tx, { act, actorId: actor.id, subject: { kind, id } }, deps);
}
