import type { TicketDetails, TicketLink, TicketRef } from "../../../../shared/tickets/page.ts";
import { inTurn } from "../../../data/calls/in-turn.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import type { ChosenLink } from "../pickers/LinkChoices.tsx";
import { addPending, dropPending } from "../actions/optimistic.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";

const quiet = { meta: { showsError: true } };

/** Linking is done twice as well as once, so it needs no key of its own. */
export function useLinks({ id, number }: TicketDetails) {
  const cache = useTicketCache();
  const { mutateAsync: link } = trpc.tickets.link.useMutation(quiet);
  const { mutateAsync: unlink } = trpc.tickets.unlink.useMutation(quiet);

  const act = async (
    send: () => Promise<TicketDetails>,
    show: (ticket: TicketDetails) => TicketDetails,
    retry: () => void,
  ) => {
    const key = newRequestId();
    addPending({ requestId: key, ticketId: id, change: { patch: {}, show, done: String } });
    try {
      cache.keep(await inTurn(id, send));
    } catch (error) {
      tellRefused(`#${number} was not changed`, readFailure(error), retry);
    } finally {
      dropPending(key);
    }
  };

  const add = (other: TicketRef, { kind, direction }: ChosenLink): void =>
    void act(
      () => link({ id, number: other.number, kind, direction }),
      (ticket) => withLink(ticket, other, { kind, direction }),
      () => add(other, { kind, direction }),
    );
  const remove = ({ id: linkId }: Pick<TicketLink, "id">): void =>
    void act(
      () => unlink({ id, linkId }),
      (ticket) => withLinks(ticket, (links) => links.filter((each) => each.id !== linkId)),
      () => remove({ id: linkId }),
    );
  return { link: add, unlink: remove };
}

function withLink(
  ticket: TicketDetails,
  { id, number, subject, status }: TicketRef,
  link: ChosenLink,
): TicketDetails {
  const made: TicketLink = {
    id: `on-its-way:${id}`,
    ...link,
    ticket: { id, number, subject, status },
  };
  return withLinks(ticket, (links) => [...links, made]);
}

function withLinks(
  ticket: TicketDetails,
  next: (links: TicketLink[]) => TicketLink[],
): TicketDetails {
  const { staff } = ticket;
  return staff ? { ...ticket, staff: { ...staff, links: next(staff.links) } } : ticket;
}
