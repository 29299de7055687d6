import { sql } from "kysely";
import type { ActorDeps, Credential } from "../../server/access/actor.ts";
import { isSeen, scopeOf } from "../../server/access/scope.ts";
import type { Db } from "../../server/db/database.ts";
import { createTicket } from "../../server/tickets/create.ts";
import { addNote, replyToTicket } from "../../server/tickets/reply.ts";
import { changeTicket } from "../../server/tickets/update.ts";
import type { BenchFacts } from "./facts.ts";
import type { LoadTicket } from "./load.ts";
import type { Statement } from "./statements.ts";

/** An action as the load repeats it: `{{…}}` is filled in again each time. */
export interface WriteRow {
  name: string;
  reader: keyof BenchFacts;
  call: string;
  input: object;
  /** The command behind the call, on this ticket. */
  run(deps: ActorDeps, ticket: LoadTicket): Promise<unknown>;
}

const requestId = "{{new}}";
const words = "Thanks for the details. We looked into it and will come back to you tomorrow.";

export const writeRows: readonly WriteRow[] = [
  {
    name: "a change of status",
    reader: "admin",
    call: "tickets.update",
    input: {
      ...{ requestId, id: "{{ticket}}", from: { status: "{{shown}}" } },
      patch: { status: "{{status}}" },
    },
    run: (deps, { id, shown, status }) =>
      changeTicket(deps, {
        ...{ requestId: Bun.randomUUIDv7(), id, from: { status: shown } },
        patch: { status },
      }),
  },
  {
    name: "a note",
    reader: "admin",
    call: "tickets.note",
    input: { requestId, id: "{{ticket}}", body: words },
    run: (deps, { id }) => addNote(deps, { requestId: Bun.randomUUIDv7(), id, body: words }),
  },
  {
    name: "a reply",
    reader: "admin",
    call: "tickets.reply",
    input: { requestId, id: "{{ticket}}", body: words },
    run: (deps, { id }) => replyToTicket(deps, { requestId: Bun.randomUUIDv7(), id, body: words }),
  },
  create("customer"),
  {
    ...create("admin"),
    input: { ...create("admin").input, requesterId: "{{requester}}", companyId: null },
    run: (deps, { requesterId }) =>
      createTicket(deps, {
        ...{ requestId: Bun.randomUUIDv7(), subject: words, body: words },
        ...{ requesterId, companyId: null },
      }),
  },
];

function create(reader: keyof BenchFacts): WriteRow {
  return {
    name: "a new ticket",
    reader,
    call: "tickets.create",
    input: { requestId, subject: words, body: words },
    run: (deps) =>
      createTicket(deps, { requestId: Bun.randomUUIDv7(), subject: words, body: words }),
  };
}

/** One for each reader: an action checks the session of its actor. */
export async function openSessions(
  db: Db,
  facts: BenchFacts,
): Promise<Record<keyof BenchFacts, Credential>> {
  const sessions: Partial<Record<keyof BenchFacts, Credential>> = {};
  for (const [reader, { actor }] of Object.entries(facts)) {
    const id = new Bun.CryptoHasher("sha256").update(Bun.randomUUIDv7()).digest("hex");
    await sql`
      insert into sessions
        (id, public_id, user_id, created_at, last_seen_at, expires_at, user_agent)
      values (${id}, ${Bun.randomUUIDv7()}::uuid, ${actor.id}::uuid, now(), now(),
        now() + interval '1 day', 'bench')`.execute(db);
    sessions[reader as keyof BenchFacts] = { kind: "session", id };
  }
  return sessions as Record<keyof BenchFacts, Credential>;
}

/** Random open tickets in their current state, for actions on tickets: a customer only opens new ones. */
export async function openTickets(
  db: Db,
  { actor }: BenchFacts[keyof BenchFacts],
): Promise<LoadTicket[]> {
  const { rows } = await sql<LoadTicket>`
    select t.id, t.status as shown, t.requester_id as "requesterId"
    from tickets t
    where t.status in ('open', 'pending', 'on-hold') and ${isSeen(scopeOf(actor))}
    order by md5(t.id::text) limit 600`.execute(db);
  return rows.map((ticket) => ({
    ...ticket,
    status: ticket.shown === "pending" ? "on-hold" : "pending",
  }));
}

/**
 * The statements of an action as a template: created values are created again each time, and the ticket
 * changes.
 */
export function formOf(
  statements: readonly Statement[],
  ticketId: string,
  since: Date,
): { text: string; parameters: string }[] {
  const made = new Map<string, string>();
  return statements.map(({ text, parameters }) => ({
    text,
    parameters: JSON.stringify(parameters)
      .replace(uuid, (id) => {
        if (id === ticketId) return "{{ticket}}";
        if (timeOf(id) < since.getTime()) return id;
        const known = made.get(id) ?? `{{new${made.size}}}`;
        made.set(id, known);
        return known;
      })
      .replace(instant, (time) => (new Date(time) < since ? time : "{{now}}")),
  }));
}

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
