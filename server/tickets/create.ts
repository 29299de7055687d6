import { can } from "../../shared/access.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { CreateTicketInput } from "../../shared/schemas/ticket-acts.ts";
import { planOpening } from "../../shared/tickets/opening.ts";
import type { ActAnswer, TicketPatch } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { dropDraft } from "../drafts/stored-draft.ts";
import { countUse } from "../hourly-limits.ts";
import { once } from "../once.ts";
import { linkFollowUp } from "./links.ts";
import { assertSeenBy, mentionedOf } from "./mentions.ts";
import { placeForCustomer, placeForStaff } from "./opening-place.ts";
import { peopleConcerned } from "./participants.ts";
import type { ActMade } from "./act-made.ts";
import { answerAct } from "./answer-act.ts";
import { lockPeople } from "./lock-people.ts";
import { openTicket } from "./open-ticket.ts";

/** Customers open their own; staff open for somebody, with a first reply or a note of the call. */
export async function createTicket(
  deps: ActorDeps,
  { draftRevision: revision, ...asked }: CreateTicketInput,
): Promise<ActAnswer> {
  if (!can(deps.actor, "ticket.openFor")) assertOnlyOwn(asked);
  const input = withoutRequester(asked);
  const { requestId, body } = input;
  const writes = { kind: kindOf(input), body };
  const act = { kind: "create", requestId, input, writes };
  const done = await once(deps, act, async (tx, actId, deps) => {
    await countUse(tx, deps, "tickets");
    const made = await open(tx, deps, actId, input);
    if (revision) await dropDraft(tx, deps.actor.id, { ticketId: null, kind: "new", revision });
    return made;
  });
  return await answerAct(deps, done);
}

async function open(
  tx: Tx,
  deps: ActorDeps,
  actId: string,
  input: CreateTicketInput,
): Promise<ActMade> {
  const { actor, now } = deps;
  const isStaff = can(actor, "ticket.openFor");
  const mentions = mentionedOf(input);
  if (mentions.length > 0 && !input.asNote)
    throw refuseInput("mentions", "Only a note mentions people.");
  await lockPeople(tx, [...peopleConcerned(input), ...mentions]);
  const place = isStaff
    ? await placeForStaff(tx, actor, input)
    : await placeForCustomer(tx, actor, input);
  if (mentions.length > 0) await assertSeenBy(tx, actor, mentions, place.companyId);
  const plan = planOpening(
    {
      ...place,
      subject: input.subject,
      actorId: actor.id,
      fields: fieldsOf(input),
      by: isStaff ? (input.asNote ? "staff-note" : "staff-reply") : "customer",
    },
    instantOf(now),
  );
  const { body, fileIds, requestId } = input;
  const kind = kindOf(input);
  const [ticketId, messageId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  const made = await openTicket(tx, deps, {
    ...{ actId, requestId, plan, channel: input.channel ?? "web", openedByStaff: isStaff },
    made: { ticketId, messageId },
    message: { id: messageId, kind, body, fileIds, mentions },
  });
  if (input.followUpOf) await linkFollowUp(tx, deps, { id: ticketId, before: input.followUpOf });
  return made;
}

function kindOf({ asNote }: CreateTicketInput): "note" | "public" {
  return asNote ? "note" : "public";
}

/** Whom it is for sees it as such, and follows nothing. */
function withoutRequester({ addFollowers, ...input }: CreateTicketInput): CreateTicketInput {
  if (!addFollowers) return input;
  return { ...input, addFollowers: addFollowers.filter((id) => id !== input.requesterId) };
}

function fieldsOf(input: CreateTicketInput): TicketPatch {
  const { priority, type, assigneeId, teamId, tags, addFollowers } = input;
  return { priority, type, assigneeId, teamId, addTags: tags, addFollowers };
}

/** All that a Customer says of it: what is still to come is for staff until it stands here. */
const forCustomers: readonly string[] = [
  "requestId",
  "subject",
  "body",
  "companyId",
  "fileIds",
] satisfies (keyof CreateTicketInput)[];

function assertOnlyOwn(input: CreateTicketInput): void {
  const fields = Object.entries(input)
    .filter(([field, value]) => value !== undefined && !forCustomers.includes(field))
    .map(([field]) => ({ field, message: "Only staff can set this." }));
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}
