import { Pencil } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import { printName } from "../../../../shared/search/print.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import { writeSearch } from "../../../components/list/list-address.ts";
import { ShowAll } from "../../../components/record/ShowAll.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { seesEveryTicket, useViewer } from "../../../data/session/viewer.ts";
import { type Change, setCompany } from "../actions/changes.ts";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { CompanyNotes } from "./CompanyNotes.tsx";
import { PropertyButton } from "./PropertyRow.tsx";
import type { Pickers } from "./use-pickers.ts";

interface CompanyOfProps {
  ticket: TicketDetails;
  staff: StaffDetails;
  pickers: Pickers;
  onChange: (change: Change) => void;
}

/** Whose ticket it is: the way to the company and to its other tickets, and what to know of it. */
export function CompanyOf({ ticket, staff, pickers, onChange }: CompanyOfProps) {
  const viewer = useViewer();
  const { company } = ticket;
  const mayChange = ticket.may.update && ticket.status !== "closed";
  const mayOpen = company !== null && can(viewer, "company.read");
  return (
    <>
      <div className="flex min-w-0 items-center gap-2 text-xs">
        {mayOpen && (
          <Link
            to={`/company/${company.id}`}
            dir="auto"
            data-hint={company.name}
            data-hint-cut=""
            className="min-w-0 truncate rounded-sm py-1 text-left text-muted-foreground hover:underline"
          >
            {company.name}
          </Link>
        )}
        {(mayChange || !mayOpen) && (
          <PickerPopover
            {...pickers.of("company")}
            label="Company"
            trigger={
              mayOpen ? (
                <IconButton label="Change the company" size="icon-xs">
                  <Pencil className="size-3.5" />
                </IconButton>
              ) : (
                <PropertyButton
                  aria-label={`Company: ${company?.name ?? "No company"}`}
                  disabled={!mayChange}
                  className="-mx-1.5 w-auto text-muted-foreground"
                >
                  <span dir="auto" className="truncate">
                    {company?.name ?? "No company"}
                  </span>
                </PropertyButton>
              )
            }
          >
            <CompanyOrTeamChoices
              label="Find a company"
              ticketId={ticket.id}
              which="companies"
              none={seesEveryTicket(viewer) ? "No company" : undefined}
              chosen={company?.id ?? null}
              onChoose={(next) => {
                if (next?.id !== company?.id) onChange(setCompany(next));
                pickers.show(null);
              }}
            />
          </PickerPopover>
        )}
        {company && (
          <span className="ml-auto shrink-0">
            <ShowAll of={`Tickets of ${company.name}`} to={ticketsOfCompany(company)} />
          </span>
        )}
      </div>
      {company && staff.companyNotes && (
        <CompanyNotes key={company.id} notes={staff.companyNotes} />
      )}
    </>
  );
}

function ticketsOfCompany({ name }: { name: string }): string {
  return `/ticket/log${writeSearch({ view: "all", q: `company:${printName(name)}` })}`;
}
