import {
  ArrowLeft,
  Check,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  PanelRight,
  Plus,
  RotateCcw,
} from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Link, useLocation } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { KbdMark } from "../../../components/ui/kbd.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";
import { MoreMenu, type MoreMenuProps } from "./MoreMenu.tsx";
import { Presence } from "./Presence.tsx";
import { Subject, subjectPlace } from "./Subject.tsx";

interface TicketHeaderProps extends Omit<MoreMenuProps, "trigger" | "beside"> {
  /** The list's address, for the way back. */
  listAddress: string;
  /** The list stands beside it, so that no way back is needed. */
  beside: boolean;
  /** Where the properties have no room of their own. */
  onDetails: (() => void) | null;
  onSubject: (subject: string, seen: TicketDetails) => void;
  onResolve: () => void;
  onReopen: () => void;
}

export function TicketHeader(props: TicketHeaderProps) {
  const { ticket, listAddress, beside, nextPrevious, onDetails, onSubject } = props;
  const { onResolve, onReopen, ...more } = props;
  // Beside the list they move through its rows.
  const keys = beside ? {} : { previous: keyHint("ticket.previous"), next: keyHint("ticket.next") };
  return (
    <header className="@container flex min-h-10.5 shrink-0 items-center gap-2 border-b px-4 max-shell:flex-wrap max-shell:py-1 pointer-coarse:min-h-13">
      {!beside && <BackToList to={listAddress} />}
      <span className="flex shrink-0 items-center gap-2 text-muted-foreground text-lg tabular-nums">
        <StatusMark status={ticket.status} />
        {/* Where room is short the breadcrumb alone has it, which paper lacks. */}
        <span className="@max-3xl:hidden print:inline">#{ticket.number}</span>
      </span>
      <div className={subjectPlace}>
        <Subject ticket={ticket} onChange={onSubject} />
      </div>
      <div className="flex shrink-0 items-center gap-1 max-shell:ml-auto print:hidden">
        {!ticket.staff?.spam && <Presence ticketId={ticket.id} className="mr-1" />}
        <span className="flex gap-1 max-shell:hidden">
          <StepLink label="Previous ticket" number={nextPrevious.previous} by={keys.previous}>
            <ChevronUp />
          </StepLink>
          <StepLink label="Next ticket" number={nextPrevious.next} by={keys.next}>
            <ChevronDown />
          </StepLink>
        </span>
        <MainAct ticket={ticket} onResolve={onResolve} onReopen={onReopen} />
        {onDetails && (
          <IconButton label="Details" onClick={onDetails}>
            <PanelRight />
          </IconButton>
        )}
        {!beside && <NewTicketButton />}
        <MoreMenu
          {...more}
          beside={beside}
          nextPrevious={nextPrevious}
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
        />
      </div>
    </header>
  );
}

/** The list beside it has one of its own. */
function NewTicketButton() {
  return (
    <Hint label="New ticket" shortcut={keyHint("ticket.new")}>
      <Button asChild variant="ghost" size="icon-sm" className="max-shell:hidden">
        <Link to="/ticket/new" aria-label="New ticket">
          <Plus />
        </Link>
      </Button>
    </Hint>
  );
}

interface MainActProps {
  ticket: TicketDetails;
  onResolve: () => void;
  onReopen: () => void;
}

/** The step that most tickets want next. */
function MainAct({ ticket: { may, status }, onResolve, onReopen }: MainActProps) {
  if (may.moveTo.includes("resolved")) {
    return (
      <Hint label="Resolve ticket" shortcut={keyHint("ticket.resolve")}>
        <Button
          variant="outline"
          size="sm"
          className="mx-1"
          aria-label="Resolve ticket"
          {...once(onResolve)}
        >
          <Check />
          <span className="max-shell:hidden">Resolve</span>
          <KbdMark
            keys={keyHint("ticket.resolve")}
            className="-mr-1 max-shell:hidden @max-[40rem]:hidden"
          />
        </Button>
      </Hint>
    );
  }
  if (status !== "resolved" || !may.moveTo.includes("open")) return null;
  return (
    <Hint label="Reopen ticket">
      <Button
        variant="outline"
        size="sm"
        className="mx-1"
        aria-label="Reopen ticket"
        {...once(onReopen)}
      >
        <RotateCcw />
        <span className="max-shell:hidden">Reopen</span>
      </Button>
    </Hint>
  );
}

/** One takes the place of the other, and the focus: a second click, and a key that stays down, mean the first. */
function once(act: () => void) {
  return {
    onClick: (event: MouseEvent) => event.detail > 1 || act(),
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
  };
}

interface StepLinkProps {
  label: string;
  number: number | null;
  by: string | undefined;
  children: React.ReactNode;
}

function StepLink({ label, number, by, children }: StepLinkProps) {
  const { search } = useLocation();
  if (number === null) {
    return (
      <IconButton label={label} disabled>
        {children}
      </IconButton>
    );
  }
  return (
    <Hint label={label} shortcut={by}>
      <Button asChild variant="ghost" size="icon-sm">
        <Link to={`/ticket/${number}${search}`} aria-label={label}>
          {children}
        </Link>
      </Button>
    </Hint>
  );
}

/** Where the list does not stand beside the ticket. */
export function BackToList({ to }: { to: string }) {
  return (
    <Hint label="Back to the list" shortcut={keyHint("ticket.leave")}>
      <Button asChild variant="ghost" size="icon-sm" className="-ml-1.5 print:hidden">
        <Link to={to} aria-label="Back to the list">
          <ArrowLeft />
        </Link>
      </Button>
    </Hint>
  );
}
