import { printName } from "../../../../shared/search/print.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import { fullName } from "../../../../shared/users.ts";
import { writeSearch } from "../../../components/list/list-address.ts";
import { ShowAll } from "../../../components/record/ShowAll.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { addFollower, type Change, removeFollower } from "../actions/changes.ts";
import { firstName } from "../list/latest-words.ts";
import { Fields } from "./Fields.tsx";
import { Followers } from "./Followers.tsx";
import { Links } from "./Links.tsx";
import { PropertySection } from "./PropertyRow.tsx";
import type { Pickers } from "./use-pickers.ts";
import { Requester } from "./Requester.tsx";
import { TicketRefs } from "./TicketRefs.tsx";

interface PropertiesProps {
  ticket: TicketDetails;
  pickers: Pickers;
  onChange: (change: Change) => void;
  /** Asked first: closing has no way back. */
  onClose: () => void;
}

/** What a ticket is besides its conversation, changed in place. */
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
      {staff.otherTickets.length > 0 && (
        <PropertySection
          title={`Other tickets of ${firstName(ticket.requester.name)}`}
          aside={
            <span className="text-xs">
              <ShowAll of={`Tickets of ${ticket.requester.name}`} to={allOf(ticket, staff)} />
            </span>
          }
        >
          <TicketRefs tickets={staff.otherTickets} />
        </PropertySection>
      )}
      <Followers
        {...pickers.of("followers")}
        ticketId={ticket.id}
        companyId={ticket.company?.id ?? null}
        followers={ticket.followers}
        mayChange={ticket.may.update && ticket.status !== "closed"}
        onAdd={(person) => onChange(addFollower(person))}
        onRemove={(person) => onChange(removeFollower(person))}
      />
    </div>
  );
}

/** By their address, where they have one: names may be alike. */
function allOf({ requester }: TicketDetails, { requesterEmail }: StaffDetails): string {
  const q = `requester:${printName(requesterEmail ?? requester.name)}`;
  return `/ticket/log${writeSearch({ view: "all", q })}`;
}
