import { Pencil, SquareArrowOutUpRight } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import { printName } from "../../../../shared/search/print.ts";
import type { StaffDetails, TicketDetails } from "../../../../shared/tickets/page.ts";
import { cn } from "../../../components/cn.ts";
import { ShowAll } from "../../../components/record/Record.tsx";
import { writeSearch } from "../../../components/table/list-address.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { useWidth } from "../../../components/use-width.ts";
import { seesEveryTicket, useViewer } from "../../../data/session/viewer.ts";
import { type Change, setCompany } from "../actions/changes.ts";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import { PickerPopover } from "../pickers/PickerPopover.tsx";
import { PropertyButton } from "./PropertyRow.tsx";
import type { Pickers } from "./use-pickers.ts";

interface CompanyOfProps {
  ticket: TicketDetails;
  staff: StaffDetails;
  pickers: Pickers;
  onChange: (change: Change) => void;
}

/** The ticket's company with its notes and a link to its other tickets. */
export function CompanyOf({ ticket, staff, pickers, onChange }: CompanyOfProps) {
  const viewer = useViewer();
  const { company } = ticket;
  const canChange = ticket.may.update && ticket.status !== "closed";
  const canOpen = company !== null && can(viewer, "company.read");
  return (
    <>
      <div className="flex min-w-0 items-center gap-2 text-xs">
        {canOpen && (
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
        {(canChange || !canOpen) && (
          <PickerPopover
            {...pickers.of("company")}
            label="Company"
            trigger={
              canOpen ? (
                <IconButton label="Change company" size="icon-xs">
                  <Pencil className="size-3.5" />
                </IconButton>
              ) : (
                <PropertyButton
                  aria-label={`Company: ${company?.name ?? "No company"}`}
                  disabled={!canChange}
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
        {company && !canOpen && (
          <IconButton label={`Open ${company.name}`} size="icon-xs" asChild>
            <Link to={`/company/${company.id}`}>
              <SquareArrowOutUpRight className="size-3.5" />
            </Link>
          </IconButton>
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

/** Matches `line-clamp-5` below. */
const foldedLines = 5;

/** Colleagues' notes on the company, folded if long. */
function CompanyNotes({ notes }: { notes: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const width = useWidth(text);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height depends on notes and width.
  useLayoutEffect(() => {
    const { current } = text;
    if (!current) return;
    const line = Number.parseFloat(getComputedStyle(current).lineHeight);
    setLong(current.scrollHeight > (foldedLines + 0.5) * line);
  }, [notes, width]);
  return (
    <div
      role="note"
      aria-label="Company notes"
      className="my-1 rounded-md border border-note-border bg-note px-2 py-1.5 text-note-foreground text-xs"
    >
      <p
        ref={text}
        dir="auto"
        className={cn(
          "wrap-anywhere whitespace-pre-wrap text-left print:line-clamp-none",
          !isOpen && "line-clamp-5",
        )}
      >
        {notes}
      </p>
      {isLong && (
        <Button
          variant="link"
          size="inline"
          aria-expanded={isOpen}
          className="mt-1 text-note-foreground text-xs underline print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show more"}
        </Button>
      )}
    </div>
  );
}
