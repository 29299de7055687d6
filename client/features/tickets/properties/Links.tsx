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
import { runQueued } from "../../../data/calls/change-queue.ts";
import { trpc } from "../../../data/trpc.ts";
import { isOptimistic, optimisticIdPrefix } from "../actions/optimistic-message.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import { PickerPopover, type PickerState } from "../pickers/PickerPopover.tsx";
import { type OfferedTicket, TicketChoices } from "../pickers/TicketChoices.tsx";
import { PropertySection } from "./PropertyRow.tsx";
import { TicketRefLink } from "./TicketRefs.tsx";

interface LinksProps extends PickerState {
  ticket: TicketDetails;
  links: readonly TicketLink[];
}

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
            label="Link ticket"
            className="w-88 max-w-[calc(100vw-1rem)] p-2"
            beginsIn="[role=combobox]"
            trigger={
              <IconButton label="Link ticket" size="icon-xs">
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
          No linked tickets.
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
            {may.update && !isOptimistic(each) && (
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

/** The relation of the other ticket to this one. */
const words: Record<LinkKind, Record<TicketLink["direction"], string>> = {
  related: { to: "related", from: "related" },
  "duplicate-of": { to: "original", from: "duplicate" },
  "parent-of": { to: "child", from: "parent" },
  "follow-up-of": { to: "earlier", from: "follow-up" },
};

const quiet = { meta: { showsError: true } };

/** Linking twice has no effect, so these calls need no request id. */
function useLinks({ id, number }: TicketDetails) {
  const { run } = useTicketAction();
  const { mutateAsync: link } = trpc.tickets.link.useMutation(quiet);
  const { mutateAsync: unlink } = trpc.tickets.unlink.useMutation(quiet);

  const act = (
    send: () => Promise<TicketDetails>,
    show: (ticket: TicketDetails) => TicketDetails,
  ): void =>
    void run({
      ticket: { id, number },
      send: async () => ({ ticket: await runQueued(id, send) }),
      show,
      failed: `Couldn't change #${number}`,
    });

  return {
    link: (other: TicketRef, { kind, direction }: ChosenLink) =>
      act(
        () => link({ id, number: other.number, kind, direction }),
        (ticket) => withLink(ticket, other, { kind, direction }),
      ),
    unlink: ({ id: linkId }: Pick<TicketLink, "id">) =>
      act(
        () => unlink({ id, linkId }),
        (ticket) => withLinks(ticket, (links) => links.filter((each) => each.id !== linkId)),
      ),
  };
}

function withLink(
  ticket: TicketDetails,
  { id, number, subject, status }: TicketRef,
  link: ChosenLink,
): TicketDetails {
  const made: TicketLink = {
    id: `${optimisticIdPrefix}${id}`,
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

/** A relation between two tickets and its direction. */
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

/** Chooses the relation, then the ticket; those of the same requester come first. */
function LinkChoices({ ticket, links, onChoose }: LinkChoicesProps) {
  const [chosen, setChosen] = useState<(typeof choices)[number]>(choices[0]);
  const { requester } = ticket;
  const linked = new Set([ticket.id, ...links.map((link) => link.ticket.id)]);
  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-1">
        <legend className="sr-only">Relation</legend>
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
