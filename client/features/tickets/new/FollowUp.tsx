import { CornerDownRight, Files, X } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import type { ComposerFiles } from "../../../components/uploads/use-composer-files.tsx";
import { draftStore } from "../../../data/drafts/draft-stores.ts";
import { isBlank } from "../../../data/drafts/text.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { numberFollowedUp } from "../ticket-links.ts";
import { followUpForm } from "./new-ticket-form.ts";
import type { NewTicket } from "./use-new-ticket.ts";

/** The closed ticket that this one follows up. */
export function FollowUp({ form: { followUpOf: before }, problems, set }: NewTicket) {
  if (!before) return null;
  return (
    <div>
      <p className="flex min-h-9 items-center gap-2 rounded-md border bg-secondary py-0.5 pr-1 pl-2.5 text-sm">
        <CornerDownRight className="shrink-0 text-muted-foreground" />
        <span className="shrink-0">
          Follow-up to{" "}
          <Link to={`/ticket/${before.number}`} className="tabular-nums underline">
            #{before.number}
          </Link>
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-muted-foreground">
          {before.subject}
        </span>
        <IconButton
          label={`Not a follow-up to #${before.number}`}
          size="icon-sm"
          onClick={() => set({ followUpOf: null }, "followUpOf")}
        >
          <X />
        </IconButton>
      </p>
      {problems.followUpOf && (
        <p role="alert" className="mt-1 text-danger-text text-xs">
          {problems.followUpOf}
        </p>
      )}
    </div>
  );
}

/** There is one draft of a new ticket: the person decides whether to discard it. */
export function FollowUpOffer({ number, begin, leave }: FollowUpChoice) {
  return (
    <section aria-label="Unfinished ticket" className="rounded-md border p-2.5 text-sm">
      <p role="status" className="flex items-center gap-2 font-medium">
        <Files className="shrink-0 text-warning" />
        You have an unfinished ticket. It's below, as you left it.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={begin}>
          Discard it and follow up #{number}
        </Button>
        <Button variant="ghost" size="sm" onClick={leave}>
          Keep editing it
        </Button>
      </div>
    </section>
  );
}

interface FollowUpChoice {
  number: number;
  begin: () => void;
  leave: () => void;
}

/**
 * Fills the form from the closed ticket in the address. If there is another draft, the person
 * chooses between them.
 */
export function useFollowUp(
  { draft, keeper, form, forOthers }: NewTicket,
  files: ComposerFiles,
): FollowUpChoice | null {
  const { id: personId } = useViewer();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const number = forOthers ? numberFollowedUp(search) : null;
  const { data: before } = trpc.tickets.get.useQuery(
    { number: number ?? 0 },
    { enabled: number !== null },
  );
  const leave = () => navigate(pathname, { replace: true });
  const begin = (before: TicketDetails) => {
    const begun = draftStore(personId, { ticketId: before.id, kind: "reply" }).state.get();
    files.clear();
    keeper.type({ body: begun.body, form: followUpForm(before) });
    leave();
  };
  const asked = number !== null && draft.loaded ? before : undefined;
  const isBegun = asked !== undefined && form.followUpOf?.id === asked.id;
  const isFree = isBlank(draft) && !draft.other;
  useEffect(() => {
    if (asked && isBegun) leave();
    else if (asked && isFree) begin(asked);
  });
  if (!asked || isBegun || isFree) return null;
  return { number: asked.number, begin: () => begin(asked), leave };
}
