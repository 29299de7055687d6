import type { MergePreview } from "../../../../shared/tickets/merge.ts";
import { cn } from "../../../components/cn.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import type { MergeTicket } from "./open-merge.ts";

interface MergeChoicesProps {
  tickets: readonly MergeTicket[];
  targetId: string;
  refusals: MergePreview["refusals"];
  onChoose: (ticket: MergeTicket) => void;
}

/** The tickets, of which one is kept; beside each that cannot be merged into it, why. */
export function MergeChoices({ tickets, targetId, refusals, onChoose }: MergeChoicesProps) {
  return (
    <fieldset className="min-h-0 shrink-0">
      <legend className="pb-1.5 text-muted-foreground text-xs">Which one is kept</legend>
      <div className="max-h-72 divide-y overflow-y-auto rounded-md border">
        {tickets.map((ticket) => {
          const { id, number, subject, status, requester } = ticket;
          const refusal = refusals.find((other) => other.id === id);
          return (
            <label
              key={id}
              className={cn(
                "flex cursor-default items-start gap-2.5 px-3 py-2 hover:bg-accent",
                id === targetId && "bg-selected hover:bg-selected",
              )}
            >
              <input
                type="radio"
                name="kept"
                checked={id === targetId}
                onChange={() => onChoose(ticket)}
                className="mt-0.5 size-4 shrink-0 accent-primary"
              />
              <StatusMark status={status} className="mt-0.5" />
              <span className="min-w-0 flex-1">
                <span
                  dir="auto"
                  data-hint={subject}
                  data-hint-cut=""
                  className="block truncate text-left"
                >
                  <span className="text-muted-foreground tabular-nums">#{number}</span> {subject}
                </span>
                <span dir="auto" className="block truncate text-left text-muted-foreground text-xs">
                  {requester.name}
                </span>
                {refusal && (
                  <span className="block text-danger-text text-xs">{refusal.message}</span>
                )}
              </span>
              {id === targetId && (
                <span className="font-medium text-selected-foreground text-xs">Kept</span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
