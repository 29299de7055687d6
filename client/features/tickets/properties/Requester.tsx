import { Pencil } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import { formatClock } from "../../../components/format/format.ts";
import { MailStopNote } from "../../../components/MailStopNote.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { type Change, setRequester } from "../actions/changes.ts";
import { PersonChoices } from "../pickers/PersonChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { CompanyOf } from "./CompanyOf.tsx";
import { PropertySection } from "./PropertyRow.tsx";
import type { Pickers } from "./use-pickers.ts";

interface RequesterProps {
  ticket: TicketDetails;
  staff: StaffDetails;
  pickers: Pickers;
  onChange: (change: Change) => void;
}

/** The requester with contact details, local time and company. */
export function Requester({ ticket, staff, pickers, onChange }: RequesterProps) {
  const { requester, company } = ticket;
  const canChange = ticket.may.update && ticket.status !== "closed";
  const { requesterEmail, requesterPhone, requesterTimeZone, requesterMailStop } = staff;
  const viewer = useViewer();
  const now = useNow();
  return (
    <PropertySection
      title="Requester"
      aside={
        canChange && (
          <PickerPopover
            {...pickers.of("requester")}
            label="Requester"
            trigger={
              <IconButton label="Change requester" size="icon-xs">
                <Pencil className="size-3.5" />
              </IconButton>
            }
          >
            <PersonChoices
              label="Find a customer"
              ticketId={ticket.id}
              companyId={company?.id ?? null}
              who="requesters"
              chosen={requester.id}
              onChoose={(person) => {
                if (person && person.id !== requester.id) onChange(setRequester(person));
                pickers.show(null);
              }}
            />
          </PickerPopover>
        )
      }
    >
      <div className="flex min-w-0 items-center gap-2.5 py-1">
        <Avatar id={requester.id} name={requester.name} size="lg" />
        <div className="min-w-0">
          <p
            dir="auto"
            data-hint={requester.name}
            data-hint-cut=""
            className="wrap-anywhere line-clamp-2 text-left font-medium"
          >
            {can(viewer, "ticket.openFor") ? (
              <Link
                to={`/user/${requester.id}`}
                className="line-clamp-2 rounded-sm py-0.5 hover:underline"
              >
                {requester.name}
              </Link>
            ) : (
              requester.name
            )}
          </p>
          {requesterEmail && <ContactLink by="mailto" address={requesterEmail} />}
          {requesterMailStop && <MailStopNote userId={requester.id} stop={requesterMailStop} />}
          {requesterPhone && <ContactLink by="tel" address={requesterPhone} />}
          {requesterTimeZone && (
            <p className="py-0.5 text-muted-foreground text-xs tabular-nums">
              Local time {formatClock(now, requesterTimeZone)}
            </p>
          )}
        </div>
      </div>
      <CompanyOf ticket={ticket} staff={staff} pickers={pickers} onChange={onChange} />
    </PropertySection>
  );
}

function ContactLink({ by, address }: { by: "mailto" | "tel"; address: string }) {
  return (
    <a
      href={`${by}:${by === "tel" ? address.replaceAll(/[^\d+*#]/g, "") : address}`}
      data-hint={address}
      data-hint-cut=""
      className="wrap-anywhere line-clamp-2 rounded-sm py-0.75 text-muted-foreground text-xs hover:underline"
    >
      {address}
    </a>
  );
}
