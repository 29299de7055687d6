import {
  ArrowLeft,
  Check,
  ChevronDown,
  ChevronUp,
  Ellipsis,
  PanelRight,
  Plus,
  RotateCcw,
  UserRoundCheck,
} from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Link, useLocation } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { KbdMark } from "../../../components/ui/kbd.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";
import { MoreMenu, type MoreMenuProps } from "./MoreMenu.tsx";
import { Presence } from "./Presence.tsx";
import { Subject, subjectPlace } from "./Subject.tsx";

interface TicketHeaderProps extends Omit<MoreMenuProps, "trigger"> {
  ticket: TicketDetails;
  listAddress: string;
  /** Null where the properties have a pane of their own. */
  onDetails: (() => void) | null;
  onSubject: (subject: string, seen: TicketDetails) => void;
}

export function TicketHeader(props: TicketHeaderProps) {
  const { ticket, listAddress, nextToList, nextPrevious, onDetails, onSubject, actions, run } =
    props;
  return (
    <header className="@container flex min-h-10.5 shrink-0 items-center gap-2 border-b px-4 max-shell:flex-wrap max-shell:py-1 pointer-coarse:min-h-13">
      {!nextToList && <BackToList to={listAddress} />}
      <span className="flex shrink-0 items-center gap-2 text-muted-foreground text-lg tabular-nums">
        <StatusMark status={ticket.status} />
        {/* On narrow screens only the breadcrumb shows the number; print has no breadcrumb. */}
        <span className="@max-3xl:hidden print:inline">#{ticket.number}</span>
      </span>
      <div className={subjectPlace}>
        <Subject ticket={ticket} onChange={onSubject} />
      </div>
      <div className="flex shrink-0 items-center gap-1 max-shell:ml-auto print:hidden">
        {!ticket.staff?.spam && <Presence ticketId={ticket.id} />}
        <span className="flex gap-1 max-shell:hidden">
          <StepLink
            label="Previous ticket"
            number={nextPrevious.previous}
            by={keyHint("ticket.previous")}
          >
            <ChevronUp />
          </StepLink>
          <StepLink label="Next ticket" number={nextPrevious.next} by={keyHint("ticket.next")}>
            <ChevronDown />
          </StepLink>
        </span>
        <AssignToMe actions={actions} run={run} />
        <MainAction status={ticket.status} actions={actions} run={run} />
        {onDetails && (
          <IconButton label="Details" onClick={onDetails}>
            <PanelRight />
          </IconButton>
        )}
        {!nextToList && <NewTicketButton />}
        <MoreMenu
          actions={actions}
          run={run}
          nextToList={nextToList}
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

function AssignToMe({ actions, run }: Pick<MoreMenuProps, "actions" | "run">) {
  const take = actions.find(({ name }) => name === "take");
  if (!take) return null;
  return (
    <IconButton
      label={take.label}
      shortcut={keyHint("ticket.take")}
      data-focus-heir='[aria-label="Resolve ticket"]'
      className="max-shell:hidden"
      onClick={() => run(take)}
    >
      <UserRoundCheck />
    </IconButton>
  );
}

interface MainActionProps extends Pick<MoreMenuProps, "actions" | "run"> {
  status: TicketStatus;
}

/** The most likely next step. */
function MainAction({ status, actions, run }: MainActionProps) {
  const resolve = actions.find(({ name }) => name === "resolve");
  const reopen = actions.find(({ name }) => name === "set-open");
  if (resolve) {
    return (
      <Hint label="Resolve ticket" shortcut={keyHint("ticket.resolve")}>
        <Button
          variant="outline"
          size="sm"
          className="mx-1"
          aria-label="Resolve ticket"
          {...once(() => run(resolve))}
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
  if (status !== "resolved" || !reopen) return null;
  return (
    <Hint label="Reopen ticket">
      <Button
        variant="outline"
        size="sm"
        className="mx-1"
        aria-label="Reopen ticket"
        {...once(() => run(reopen))}
      >
        <RotateCcw />
        <span className="max-shell:hidden">Reopen</span>
      </Button>
    </Hint>
  );
}

/** The buttons replace each other: ignores a double click and a key that is held down. */
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
