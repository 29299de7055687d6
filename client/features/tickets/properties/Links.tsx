import { Plus, X } from "lucide-react";
import { useState } from "react";
import type {
  LinkKind,
  TicketDetails,
  TicketLink,
  TicketRef,
} from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { inTurn } from "../../../data/calls/queue.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { addPending, dropPending } from "../actions/optimistic.ts";
import { isOnItsWay } from "../actions/optimistic-message.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { PickerPopover, type PickerState } from "../pickers/PickerPopover.tsx";
import { type OfferedTicket, TicketChoices } from "../pickers/TicketChoices.tsx";
import { PropertySection } from "./PropertyRow.tsx";
import { TicketRefLink } from "./TicketRefs.tsx";

interface LinksProps extends PickerState {
  ticket: TicketDetails;
  links: readonly TicketLink[];
}

/** What other tickets are to this one. */
export function Links({ ticket, links, ...picker }: LinksProps) {
  const { link, unlink } = useLinks(ticket);
  const { may } = ticket;
  if (links.length === 0 && !may.update) return null;
  return (
    <PropertySection
      title="Linked tickets"
      aside={
        may.update && (
          <PickerPopover
            {...picker}
            label="Link a ticket"
            className="w-88 max-w-[calc(100vw-1rem)] p-2"
            beginsIn="[role=combobox]"
            trigger={
              <IconButton label="Link a ticket" size="icon-xs">
                <Plus />
              </IconButton>
            }
          >
            <LinkChoices
              ticket={ticket}
              links={links}
              onChoose={(other, chosen) => {
                link(other, chosen);
                picker.onOpenChange(false);
              }}
            />
          </PickerPopover>
        )
      }
    >
      {links.length === 0 && (
        <p data-none="" className="text-faint text-xs">
          No ticket is linked to this one.
        </p>
      )}
      <ul className="-mx-1.5">
        {links.map((each) => (
          <li key={each.id} className="group flex items-center">
            <TicketRefLink ticket={each.ticket}>
              <span className="shrink-0 text-muted-foreground text-xs">
                {words[each.kind][each.direction]}
              </span>
            </TicketRefLink>
            {may.update && !isOnItsWay(each) && (
              <IconButton
                label={`Unlink #${each.ticket.number}`}
                size="icon-xs"
                className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
                onClick={() => unlink(each)}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </PropertySection>
  );
}

/** What the other ticket is to this one. */
const words: Record<LinkKind, Record<TicketLink["direction"], string>> = {
  related: { to: "related", from: "related" },
  "duplicate-of": { to: "original", from: "duplicate" },
  "parent-of": { to: "child", from: "parent" },
  "follow-up-of": { to: "earlier", from: "follow-up" },
};

const quiet = { meta: { showsError: true } };

/** Linking is done twice as well as once, so it needs no key of its own. */
function useLinks({ id, number }: TicketDetails) {
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

/** What two tickets are to each other, and which of them is what. */
interface ChosenLink {
  kind: Exclude<LinkKind, "follow-up-of">;
  direction: TicketLink["direction"];
}

interface LinkChoicesProps {
  ticket: TicketDetails;
  links: readonly TicketLink[];
  onChoose: (other: OfferedTicket, link: ChosenLink) => void;
}

const choices = [
  { kind: "related", direction: "to", name: "Related", label: "Find a related ticket" },
  { kind: "duplicate-of", direction: "to", name: "Duplicate of", label: "Find the original" },
  { kind: "duplicate-of", direction: "from", name: "Has duplicate", label: "Find the duplicate" },
  { kind: "parent-of", direction: "to", name: "Parent of", label: "Find the child" },
  { kind: "parent-of", direction: "from", name: "Child of", label: "Find the parent" },
] as const satisfies (ChosenLink & { name: string; label: string })[];

/** First what this ticket is to the other, then which one: most are of the same person. */
function LinkChoices({ ticket, links, onChoose }: LinkChoicesProps) {
  const [chosen, setChosen] = useState<(typeof choices)[number]>(choices[0]);
  const { requester } = ticket;
  const linked = new Set([ticket.id, ...links.map((link) => link.ticket.id)]);
  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-1">
        <legend className="sr-only">What this ticket is to the other</legend>
        {choices.map((choice) => (
          <Button
            key={choice.name}
            size="sm"
            variant="outline"
            aria-pressed={choice === chosen}
            className={cn(
              "flex-1",
              choice === chosen && "border-primary bg-selected dark:bg-selected",
            )}
            onClick={() => setChosen(choice)}
          >
            {choice.name}
          </Button>
        ))}
      </fieldset>
      <TicketChoices
        label={chosen.label}
        first={ticket.staff?.otherTickets.map((other) => ({ ...other, requester }))}
        isOffered={({ id }) => !linked.has(id)}
        isNear={(other) => other.requester.id === requester.id}
        onChoose={(other) => onChoose(other, chosen)}
      />
    </>
  );
}
