import { can } from "../../shared/access.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { CreateTicketInput, ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import { planOpening } from "../../shared/tickets/create.ts";
import { staffValuesOf } from "../../shared/tickets/fields.ts";
import { followUpSubject } from "../../shared/tickets/follow-up.ts";
import type { ActAnswer, TicketPatch } from "../../shared/tickets/page.ts";
import { instantOf, type TicketPlan } from "../../shared/tickets/state.ts";
import type { TicketChannel } from "../../shared/tickets/vocabulary.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { dropDraft } from "../drafts/stored-draft.ts";
import { countUse } from "../hourly-limits.ts";
import { spreadNews } from "../notifications/news.ts";
import { once } from "../once.ts";
import { insertLink, linkFollowUp } from "./links.ts";
import { type LockedTicket, lockPeople } from "./lock.ts";
import { insertMessage, type NewMessage, webhookMessageOf } from "./messages.ts";
import {
  assertCanTakePart,
  assertSeenBy,
  mentionedOf,
  peopleConcerned,
  readParticipants,
} from "./participants.ts";
import {
  assertCompany,
  assertCompanyTakesTickets,
  assertTeam,
  lockTeamIfExists,
  takesNoTickets,
} from "./places.ts";
import { type ActionResult, answerAction, assignmentNews } from "./transaction.ts";
import { insertTicket } from "./write.ts";

/**
 * Customers open tickets for themselves; staff open them for a customer, with a first reply or a
 * note.
 */
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
  return await answerAction(deps, done);
}

async function open(
  tx: Tx,
  deps: ActorDeps,
  actId: string,
  input: CreateTicketInput,
): Promise<ActionResult> {
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
    actId,
    requestId,
    plan,
    channel: channelOf(deps, input.channel),
    openedByStaff: isStaff,
    made: { ticketId, messageId },
    message: { id: messageId, kind, body, fileIds, mentions },
  });
  if (input.followUpOf) await linkFollowUp(tx, deps, { id: ticketId, before: input.followUpOf });
  return made;
}

function channelOf(
  { credential }: Pick<ActorDeps, "credential">,
  asked: TicketChannel = "web",
): TicketChannel {
  return credential?.kind === "token" ? "api" : asked;
}

function kindOf({ asNote }: CreateTicketInput): "note" | "public" {
  return asNote ? "note" : "public";
}

/** The requester sees the ticket anyway and does not become a follower. */
function withoutRequester({ addFollowers, ...input }: CreateTicketInput): CreateTicketInput {
  if (!addFollowers) return input;
  return { ...input, addFollowers: addFollowers.filter((id) => id !== input.requesterId) };
}

function fieldsOf(input: CreateTicketInput): TicketPatch {
  const { status, assigneeId, teamId, tags, addFollowers } = input;
  const values = staffValuesOf(input);
  return { status, ...values, assigneeId, teamId, addTags: tags, addFollowers };
}

/** The only fields a Customer can set; new fields are for staff unless listed here. */
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

interface OpenedTicket {
  actId: string;
  requestId: string;
  channel: string;
  openedByStaff: boolean;
  plan: TicketPlan;
  made: ActionResult;
  message: NewMessage & { id: string };
  mailboxId?: string | undefined;
  /** Old mail notifies no one, and a mailing list gets no acknowledgement. */
  notifies?: "all" | "all-but-requester" | "no-one";
}

/** Writes the ticket with its first message and notifies people. */
export async function openTicket(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  opened: OpenedTicket,
): Promise<ActionResult> {
  const { actId, requestId, channel, openedByStaff, plan, made, message, mailboxId } = opened;
  const { notifies = "all" } = opened;
  const { ticketId } = made;
  await insertTicket(
    tx,
    { id: ticketId, channel, openedByStaff, mailboxId },
    {
      actId,
      actorId: actor.id,
      plan,
      made: { ...made },
      message: webhookMessageOf(message, message.id, actor),
    },
  );
  await insertMessage(tx, { ticketId, actId, requestId, actor, at: plan.at }, message);
  if (notifies === "no-one") return made;
  const isAcknowledged = notifies === "all";
  const news = { kind: "opened", ticketId, messageId: message.id, isAcknowledged } as const;
  const mentioned = { kind: "mentioned", ticketId, messageId: message.id } as const;
  await spreadNews(
    tx,
    actor,
    [news, ...assignmentNews(ticketId, plan), { ...mentioned, userIds: message.mentions ?? [] }],
    now,
  );
  return made;
}

/** The requester and company of a new ticket. */
interface Place {
  requesterId: string;
  companyId: string | null;
}

/** A customer's ticket belongs to their company. If several take tickets, they choose. */
async function placeForCustomer(
  tx: Tx,
  actor: Actor,
  { companyId }: CreateTicketInput,
): Promise<Place> {
  if (companyId && !actor.companyIds.includes(companyId)) {
    throw refused("You do not belong to that company.");
  }
  const ids = companyId ? [companyId] : actor.companyIds;
  if (ids.length === 0) return { requesterId: actor.id, companyId: null };
  const companies = await tx
    .selectFrom("companies")
    .select(["id", "name", "state"])
    .where("id", "in", ids)
    .orderBy("id")
    .forShare()
    .execute();
  const [first, second] = companies.filter(({ state }) => state === "active");
  if (second) throw refused("Choose the company that this is about.");
  if (!first) throw takesNoTickets(companies[0]);
  return { requesterId: actor.id, companyId: first.id };
}

async function placeForStaff(tx: Tx, actor: Actor, input: CreateTicketInput): Promise<Place> {
  const { requesterId } = input;
  if (!requesterId) {
    throw refuseInput("requesterId", "Choose for whom this ticket is.");
  }
  const companyId =
    input.companyId === undefined ? await onlyCompanyOf(tx, actor, requesterId) : input.companyId;
  await assertCompany(tx, actor, companyId);
  if (input.teamId) await assertTeam(tx, input.teamId);
  const people = await readParticipants(tx, peopleConcerned(input), companyId);
  await assertCanTakePart(tx, actor, input, people, companyId);
  return { requesterId, companyId };
}

/** The requester's only company that the actor sees. If there are several, staff must choose. */
async function onlyCompanyOf(tx: Tx, actor: Actor, requesterId: string): Promise<string | null> {
  const seesAll = sightOf(actor) === "all";
  const companies = await tx
    .selectFrom("user_companies")
    .innerJoin("companies", "companies.id", "user_companies.company_id")
    .select("companies.id")
    .where("user_id", "=", requesterId)
    .where("companies.state", "=", "active")
    .$if(!seesAll, (query) =>
      query.where("companies.id", "=", (where) => where.fn.any(where.val(actor.companyIds))),
    )
    .limit(2)
    .execute();
  const [first, second] = companies;
  if (second) throw refused("Choose the company that this is about.");
  return first?.id ?? null;
}

function refused(message: string): AppError {
  return refuseInput("companyId", message);
}

interface FollowUp {
  actId: string;
  closed: LockedTicket;
  input: Pick<ReplyInput, "body" | "fileIds" | "requestId">;
  /** Where the reply came from, if not from the page. */
  from?: Pick<OpenedTicket, "channel" | "mailboxId" | "notifies"> & Pick<NewMessage, "format">;
}

/** A customer's reply to a closed ticket opens a new ticket, linked to it. */
export async function openFollowUp(
  tx: Tx,
  { actor, now, credential }: Pick<ActorDeps, "actor" | "now" | "credential">,
  { actId, closed, input, from }: FollowUp,
): Promise<ActionResult> {
  const { subject, type, priority, tags, teamId } = closed.state;
  // A follower may have left the ticket's company.
  const belongs =
    closed.state.companyId !== null && actor.companyIds.includes(closed.state.companyId);
  const companyId = belongs ? closed.state.companyId : null;
  if (companyId !== null) await assertCompanyTakesTickets(tx, companyId);
  const plan = planOpening(
    {
      subject: followUpSubject(subject),
      requesterId: actor.id,
      companyId,
      actorId: actor.id,
      fields: {},
      carried: {
        type,
        priority,
        tags,
        teamId: teamId && (await lockTeamIfExists(tx, teamId)) ? teamId : null,
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
      actId,
      requestId,
      plan,
      channel: from?.channel ?? channelOf({ credential }),
      mailboxId: from?.mailboxId,
      notifies: from?.notifies ?? "all",
      openedByStaff: false,
      made: { ticketId, messageId },
      message: { id: messageId, kind: "public", body, fileIds, format: from?.format ?? "markdown" },
    },
  );
  const link = { ticketId, otherId: closed.id, kind: "follow-up-of" as const };
  await insertLink(tx, link, { createdBy: actor.id, now });
  return made;
}
