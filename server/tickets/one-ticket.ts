import type { LinkRateInput, LinkReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { OneTicket, OneTicketPage, OneTicketReply } from "../../shared/tickets/one-ticket.ts";
import type { TicketDetails, TimelineItem, TimelinePage } from "../../shared/tickets/page.ts";
import type { ActorDeps, OneTicketLink } from "../access/actor.ts";
import type { LinkedPerson } from "../access/one-ticket-link.ts";
import { readTicketDetails } from "./details.ts";
import { replyToTicket } from "./reply.ts";
import { readEarlierItems } from "./timeline.ts";
import { rateTicket } from "./update.ts";

/** Someone who came by the link in a mail: no session, and one ticket. */
interface OneTicketDeps extends ActorDeps {
  link: OneTicketLink;
  person: LinkedPerson;
  /** Who is signed in in the same browser, if anyone. */
  signedInId: string | null;
}

/** Changes nothing: the ticket stays unread. */
export async function readOneTicket(deps: OneTicketDeps): Promise<OneTicket> {
  return presentOneTicket(deps, await readTicketDetails(deps, deps.person.ticketId));
}

export async function readEarlierMessages(
  deps: OneTicketDeps,
  { before }: { before: string },
): Promise<OneTicketPage> {
  return presentPage(await readEarlierItems(deps, { id: deps.person.ticketId, before }));
}

/** A reply to a closed ticket opens another one, which this link doesn't show. */
export async function replyByLink(
  deps: OneTicketDeps,
  input: LinkReplyInput,
): Promise<OneTicketReply> {
  const { ticket, messageId } = await replyToTicket(deps, { ...input, id: deps.link.ticketId });
  if (ticket.id !== deps.person.ticketId) {
    return { messageId, ticket: await readOneTicket(deps), followUp: ticket.number };
  }
  return { messageId, ticket: presentOneTicket(deps, ticket), followUp: null };
}

export async function rateByLink(deps: OneTicketDeps, input: LinkRateInput): Promise<OneTicket> {
  const { ticket } = await rateTicket(deps, { ...input, id: deps.person.ticketId });
  return presentOneTicket(deps, ticket);
}

/** The conversation alone: no events, no assignee, no company. */
function presentOneTicket(
  { person, signedInId }: OneTicketDeps,
  { number, subject, status, requester, rating, may, timeline }: TicketDetails,
): OneTicket {
  return {
    number,
    subject,
    status,
    person: { name: person.name, isRequester: requester.id === person.actor.id },
    isSignedIn: signedInId === person.actor.id,
    rating: rating && { rating: rating.rating, comment: rating.comment, at: rating.at },
    may: { reply: may.reply, rate: may.rate },
    ...presentPage(timeline),
  };
}

function presentPage({ items, earlier }: TimelinePage): OneTicketPage {
  return { messages: items.flatMap(presentLinkedMessage), earlier };
}

function presentLinkedMessage(item: TimelineItem): OneTicketPage["messages"] {
  if (item.kind !== "message") return [];
  const { id, at, author, mine, html, redacted, files } = item;
  return [
    {
      id,
      at,
      author: { name: author.name, isStaff: author.isStaff },
      mine,
      html,
      redacted,
      files,
    },
  ];
}
