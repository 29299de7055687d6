import { CornerDownRight, Files, X } from "lucide-react";
import { Link } from "react-router-dom";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import type { FollowUpChoice } from "./use-follow-up.ts";
import type { NewTicket } from "./use-new-ticket.ts";

/** Which closed ticket this one goes on from. */
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

/** There is one draft of a new ticket: nothing is thrown away before the person says so. */
export function FollowUpOffer({ number, begin, leave }: FollowUpChoice) {
  return (
    <section aria-label="Another ticket of yours" className="rounded-md border p-2.5 text-sm">
      <p role="status" className="flex items-center gap-2 font-medium">
        <Files className="shrink-0 text-warning" />
        You have begun another ticket. It is below, as you left it.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={begin}>
          Discard it and follow up #{number}
        </Button>
        <Button variant="ghost" size="sm" onClick={leave}>
          Go on with it
        </Button>
      </div>
    </section>
  );
}
