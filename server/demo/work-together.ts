import { sql } from "kysely";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { readActor } from "../access/read-actor.ts";
import type { Db } from "../db/database.ts";
import { createTicket } from "../tickets/create.ts";
import { linkTickets } from "../tickets/links.ts";
import { mergeTickets } from "../tickets/merge.ts";
import { addNote } from "../tickets/reply.ts";
import { updateTicket } from "../tickets/update.ts";

const admin = "admin@demo.test";
const agent = "agent@demo.test";

/** The most recent actions across tickets, run through the product's own commands. */
export async function workTogether(db: Db, now: Date): Promise<void> {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const open = await openTickets(db);
  const ofAgent = open.find(({ assignee }) => assignee === agent);
  const [ofAnother, handedOver] = open.filter(
    ({ assignee }) => assignee !== null && assignee !== agent,
  );
  if (ofAnother) await mention(db, ofAnother, minutesAgo(4));
  if (handedOver) await handOver(db, handedOver, minutesAgo(4));
  if (ofAgent) await writeTwice(db, ofAgent, minutesAgo(3), minutesAgo(2));
  await linkAlike(db, open, minutesAgo(2));
}

interface OpenTicket {
  id: string;
  number: number;
  assigneeId: string | null;
  subject: string;
  assignee: string | null;
  requester: string;
  companyId: string | null;
  teamId: string | null;
}

/** Open tickets, newest first. */
async function openTickets(db: Db): Promise<OpenTicket[]> {
  const { rows } = await sql<OpenTicket>`
    select t.id, t.number, t.assignee_id as "assigneeId", t.subject, assignee.email as assignee,
      requester.email as requester, t.company_id as "companyId", t.team_id as "teamId"
    from tickets t join users requester on requester.id = t.requester_id
    left join users assignee on assignee.id = t.assignee_id
    where t.status in ('open', 'pending') and requester.state = 'active'
      and (t.snoozed_until is null) and t.channel <> 'email'
    order by t.number desc`.execute(db);
  return rows;
}

/** Mentions a colleague, who then follows the ticket. */
async function mention(db: Db, ticket: OpenTicket, at: Date): Promise<void> {
  const asking = await actingAs(db, admin, at);
  const asked = (await actingAs(db, agent, at)).actor.id;
  await updateTicket(asking, {
    requestId: Bun.randomUUIDv7(),
    id: ticket.id,
    patch: { addFollowers: [asked] },
  });
  await addNote(asking, {
    requestId: Bun.randomUUIDv7(),
    id: ticket.id,
    mentions: [asked],
    body: "@Samuel Okafor you had one like this in spring. Do you remember what it was in the end?",
  });
}

async function handOver(db: Db, ticket: OpenTicket, at: Date): Promise<void> {
  const assigneeId = (await actingAs(db, agent, at)).actor.id;
  await updateTicket(await actingAs(db, admin, at), {
    requestId: Bun.randomUUIDv7(),
    id: ticket.id,
    patch: { assigneeId },
    from: { assigneeId: ticket.assigneeId },
  });
}

/** A customer reports the same problem twice and the tickets are merged. */
async function writeTwice(db: Db, ticket: OpenTicket, written: Date, merged: Date): Promise<void> {
  const requester = await actingAs(db, ticket.requester, written);
  const again = await createTicket(requester, {
    requestId: Bun.randomUUIDv7(),
    subject: `Once more: ${ticket.subject}`.slice(0, 120),
    body: `I could not find my other message, so I write again. It is about "${ticket.subject}": is there any news? We would need it before the evening shift.`,
    companyId: ticket.companyId,
  });
  await mergeTickets(await actingAs(db, agent, merged), {
    requestId: Bun.randomUUIDv7(),
    sourceId: again.ticket.id,
    targetId: ticket.id,
  });
}

/** Links two related tickets, and a parent and child. */
async function linkAlike(db: Db, open: readonly OpenTicket[], at: Date): Promise<void> {
  const linking = await actingAs(db, agent, at);
  const [first, ...others] = open;
  const alike = others.find(({ teamId }) => teamId === first?.teamId);
  const [parent, child] = others.filter((ticket) => ticket !== alike);
  if (first && alike) {
    await linkTickets(linking, { id: first.id, number: alike.number, kind: "related" });
  }
  if (parent && child) {
    await linkTickets(linking, { id: parent.id, number: child.number, kind: "parent-of" });
  }
}

/** The dependencies of a command run by a demo user. */
export async function actingAs(db: Db, email: string, now: Date): Promise<ActorDeps> {
  return { db, actor: await findActor(db, email), now, credential: null, requestId: "demo" };
}

export async function findActor(db: Db, email: string): Promise<Actor> {
  const user = await db
    .selectFrom("users")
    .select(["id", "role", "company_scope"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return await readActor(db, user);
}
