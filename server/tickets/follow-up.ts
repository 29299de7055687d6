import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import { followUpSubject } from "../../shared/tickets/follow-up.ts";
import { planOpening } from "../../shared/tickets/opening.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { insertLink } from "./links.ts";
import { assertTakesTickets, isTeamThere } from "./places.ts";
import type { ActMade } from "./act-made.ts";
import type { LockedTicket } from "./lock.ts";
import { openTicket } from "./open-ticket.ts";

/** What a customer writes to a closed ticket begins a new one, linked to it. */
export async function openFollowUp(
  tx: Tx,
  { actor, now }: ActorDeps,
  { actId, closed, input }: { actId: string; closed: LockedTicket; input: ReplyInput },
): Promise<ActMade> {
  const { subject, type, priority, tags, teamId } = closed.state;
  // Who follows a ticket may have left its company.
  const belongs =
    closed.state.companyId !== null && actor.companyIds.includes(closed.state.companyId);
  const companyId = belongs ? closed.state.companyId : null;
  if (companyId !== null) await assertTakesTickets(tx, companyId);
  const plan = planOpening(
    {
      subject: followUpSubject(subject),
      requesterId: actor.id,
      companyId,
      actorId: actor.id,
      fields: {},
      carried: {
        ...{ type, priority, tags },
        teamId: teamId && (await isTeamThere(tx, teamId)) ? teamId : null,
      },
      by: "customer",
    },
    instantOf(now),
  );
  const [ticketId, messageId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const { body, fileIds, requestId } = input;
  const made = await openTicket(
    tx,
    { actor, now },
    {
      ...{ actId, requestId, plan, channel: "web", openedByStaff: false },
      made: { ticketId, messageId },
      message: { id: messageId, kind: "public", body, fileIds },
    },
  );
  const link = { ticketId, otherId: closed.id, kind: "follow-up-of" as const };
  await insertLink(tx, link, { createdBy: actor.id, now });
  return made;
}
