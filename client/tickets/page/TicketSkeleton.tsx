import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { useHoldsKeys } from "../../lib/keys/held-keys.ts";
import { StatusMark } from "../../parts/ticket/StatusMark.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

interface TicketSkeletonProps {
  number: number;
  /** What the list knows of it already. */
  row: TicketRow | undefined;
  withProperties: boolean;
}

const messages = ["mr-auto w-3/4", "ml-auto w-3/5", "mr-auto w-1/2"];
const facts = ["w-16", "w-12", "w-24", "w-14", "w-20", "w-28"];

/** The shape of a ticket, with what the list knew. */
export function TicketSkeleton({ number, row, withProperties }: TicketSkeletonProps) {
  useHoldsKeys();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={`Loading #${number}`}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="@container flex min-h-10.5 shrink-0 items-center gap-2 border-b px-4 text-lg pointer-coarse:min-h-13">
        {row && <StatusMark status={row.status} />}
        <span className="shrink-0 text-muted-foreground tabular-nums @max-3xl:hidden">
          #{number}
        </span>
        {row ? (
          <span
            dir="auto"
            className="min-w-0 truncate text-left font-semibold shell:@max-3xl:text-base"
          >
            {row.subject}
          </span>
        ) : (
          <Skeleton className="w-2/5" />
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col justify-end gap-4 p-4">
          {messages.map((place) => (
            <div key={place} className={`flex flex-col gap-2 rounded-lg border p-3.5 ${place}`}>
              <Skeleton className="w-1/3" />
              <Skeleton />
              <Skeleton className="w-4/5" />
            </div>
          ))}
          <div className="h-28 rounded-lg border" />
        </div>
        {withProperties && (
          <div className="flex w-66 shrink-0 flex-col gap-4 border-l bg-background p-4 pt-5">
            {facts.map((width) => (
              <div key={width} className="flex gap-6">
                <Skeleton className="w-14" />
                <Skeleton className={width} />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
