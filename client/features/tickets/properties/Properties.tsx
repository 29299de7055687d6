import { Merge } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { can } from "../../../../shared/access.ts";
import { printName } from "../../../../shared/search/print.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import { fullName } from "../../../../shared/users.ts";
import { ShowAll } from "../../../components/record/Record.tsx";
import { writeSearch } from "../../../components/table/list-address.ts";
import { Dialog, DialogContent } from "../../../components/ui/dialog.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { addFollower, type Change, removeFollower } from "../actions/changes.ts";
import { openMerge } from "../dialogs/open-dialogs.ts";
import { firstName } from "../list/LatestText.tsx";
import { Fields } from "./Fields.tsx";
import { Followers } from "./Followers.tsx";
import { Links } from "./Links.tsx";
import { PropertySection } from "./PropertyRow.tsx";
import { Requester } from "./Requester.tsx";
import { TicketRefLink, TicketRefs } from "./TicketRefs.tsx";
import type { Pickers } from "./use-pickers.ts";

interface PropertiesProps {
  ticket: TicketDetails;
  pickers: Pickers;
  onChange: (change: Change) => void;
  /** Closing asks first. */
  onClose: () => void;
}

/** The fields of a ticket, edited in place. */
export function Properties({ ticket, pickers, onChange, onClose }: PropertiesProps) {
  const viewer = useViewer();
  const { staff, rating } = ticket;
  if (!staff) return null;
  const me = { id: viewer.id, name: fullName(viewer) };
  return (
    <div className="flex flex-col">
      <Fields
        ticket={ticket}
        staff={staff}
        me={me}
        pickers={pickers}
        onChange={onChange}
        onClose={onClose}
      />
      <Requester ticket={ticket} staff={staff} pickers={pickers} onChange={onChange} />
      {rating && (
        <PropertySection title="Rating">
          <p>{rating.rating === "good" ? "Good" : "Bad"}</p>
          {rating.comment && (
            <p dir="auto" className="text-left text-muted-foreground text-xs">
              {rating.comment}
            </p>
          )}
        </PropertySection>
      )}
      <Links {...pickers.of("links")} ticket={ticket} links={staff.links} />
      <OtherTickets ticket={ticket} staff={staff} canMerge={can(viewer, "ticket.merge")} />
      <Followers
        {...pickers.of("followers")}
        ticketId={ticket.id}
        companyId={ticket.company?.id ?? null}
        followers={ticket.followers}
        canChange={ticket.may.update && ticket.status !== "closed"}
        onAdd={(person) => onChange(addFollower(person))}
        onRemove={(person) => onChange(removeFollower(person))}
      />
    </div>
  );
}

interface OtherTicketsProps {
  ticket: TicketDetails;
  staff: StaffDetails;
  canMerge: boolean;
}

/** The requester's open tickets, which may be about the same and can be merged, and their others. */
function OtherTickets({ ticket, staff, canMerge }: OtherTicketsProps) {
  const { requester } = ticket;
  const name = firstName(requester.name);
  const { count, tickets: open } = staff.otherOpen ?? { count: 0, tickets: [] };
  const others = staff.otherTickets.filter(({ id }) => !open.some((one) => one.id === id));
  const merges = canMerge && staff.spam === null;
  const showAll = (
    <span className="text-xs">
      <ShowAll of={`Tickets of ${requester.name}`} to={allOf(ticket, staff)} />
    </span>
  );
  return (
    <>
      {count > 0 && (
        <PropertySection
          title={`${name} has ${count} other open ${count === 1 ? "ticket" : "tickets"}`}
          aside={showAll}
        >
          <ul className="-mx-1.5">
            {open.map((other) => (
              <li key={other.id} className="flex items-center">
                <TicketRefLink ticket={other} />
                {merges && (
                  <IconButton
                    label={`Merge with #${other.number}`}
                    size="icon-xs"
                    onClick={() => openMerge([ticket, { ...other, requester }])}
                  >
                    <Merge className="size-3.5" />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        </PropertySection>
      )}
      {others.length > 0 && (
        <PropertySection title={`Other tickets from ${name}`} aside={count === 0 && showAll}>
          <TicketRefs tickets={others} />
        </PropertySection>
      )}
    </>
  );
}

/** By email if there is one, because names can be the same. */
function allOf({ requester }: TicketDetails, { requesterEmail }: StaffDetails): string {
  const q = `requester:${printName(requesterEmail ?? requester.name)}`;
  return `/ticket/log${writeSearch({ view: "all", q })}`;
}

interface PropertiesDialogProps {
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  pickers: Pickers;
  children: (pickers: Pickers) => ReactNode;
}

/** The properties in a dialog on narrow screens. */
export function PropertiesDialog(props: PropertiesDialogProps) {
  const { number, open, onOpenChange, onClosed, pickers, children } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`#${number}`}
        className="top-0 right-0 left-auto h-dvh max-h-dvh w-84 max-w-full translate-x-0 translate-y-0 content-start gap-2 rounded-none border-y-0 border-r-0"
        onCloseAutoFocus={onClosed}
      >
        <OnceMounted pickers={pickers}>{children}</OnceMounted>
      </DialogContent>
    </Dialog>
  );
}

/** A picker opens after its dialog has mounted, which would otherwise take the focus. */
function OnceMounted({ pickers, children }: Pick<PropertiesDialogProps, "pickers" | "children">) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return children(isMounted ? pickers : allClosed(pickers));
}

function allClosed(pickers: Pickers): Pickers {
  return { ...pickers, of: (name) => ({ ...pickers.of(name), open: false }) };
}
