import type { TicketPlan } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { spreadNews } from "../notifications/news.ts";
import type { ActMade } from "./act-made.ts";
import { newsOfGiving } from "./transaction.ts";
import { insertMessage, type NewMessage } from "./messages.ts";
import { insertTicket } from "./save-ticket.ts";

interface OpenedTicket {
  actId: string;
  requestId: string;
  channel: string;
  openedByStaff: boolean;
  plan: TicketPlan;
  made: ActMade;
  message: NewMessage & { id: string };
}

/** The ticket, its first message, and word to whom it concerns: all of it, whoever opens one. */
export async function openTicket(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  { actId, requestId, channel, openedByStaff, plan, made, message }: OpenedTicket,
): Promise<ActMade> {
  const { ticketId } = made;
  await insertTicket(
    tx,
    { id: ticketId, channel, openedByStaff },
    { actId, actorId: actor.id, plan, made: { ...made } },
  );
  await insertMessage(tx, { ticketId, actId, requestId, actor, at: plan.at }, message);
  const opened = { kind: "opened", ticketId, messageId: message.id } as const;
  const mentioned = { kind: "mentioned", ticketId, messageId: message.id } as const;
  await spreadNews(
    tx,
    actor,
    [opened, ...newsOfGiving(ticketId, plan), { ...mentioned, userIds: message.mentions ?? [] }],
    now,
  );
  return made;
}
