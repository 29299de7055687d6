import { Plus, X } from "lucide-react";
import type { LinkKind, TicketDetails, TicketLink } from "../../../../shared/tickets/page.ts";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { isOnItsWay } from "../actions/optimistic-message.ts";
import { useLinks } from "./use-links.ts";
import { LinkChoices } from "../pickers/LinkChoices.tsx";
import { PickerPopover, type PickerState } from "../pickers/PickerPopover.tsx";
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
