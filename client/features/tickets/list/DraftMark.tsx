import { useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { PencilLine } from "lucide-react";
import { createContext, useContext, useSyncExternalStore } from "react";
import { cn } from "../../../components/cn.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import {
  type BegunAnswer,
  begunHere,
  begunKey,
  isBegunIn,
} from "../../../data/drafts/started-here.ts";
import { trpc } from "../../../data/trpc.ts";

/** Of a ticket in which the reader has begun to write. */
export function DraftMark({ ticketId, className }: { ticketId: string; className?: string }) {
  if (!useIsBegun(ticketId)) return null;
  return (
    <span
      data-hint="You have begun to write here"
      className={cn(
        "inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-muted-foreground text-xs",
        className,
      )}
    >
      <PencilLine className="size-3" />
      Draft
      <span className="sr-only">, begun by you and not sent</span>
    </span>
  );
}

/** Around a list: where its reader has begun to write, asked for once for all its rows. */
export const BegunDraftsContext = createContext<BegunAnswer | undefined>(undefined);

/** `after`: the rows have come. */
export function useBegunDrafts(after: boolean): BegunAnswer | undefined {
  const begun = useQuery({
    queryKey: getQueryKey(trpc.drafts.begun, undefined, "query"),
    queryFn: askBegun,
    enabled: after,
    // Without it the list is a list all the same.
    meta: { showsError: true },
  });
  return begun.data;
}

async function askBegun(): Promise<BegunAnswer> {
  const askedAt = Date.now();
  const begun = await trpcClient.drafts.begun.query();
  return { keys: new Set(begun.map(begunKey)), askedAt };
}

function useIsBegun(ticketId: string): boolean {
  const answer = useContext(BegunDraftsContext);
  // Each row follows its own ticket alone: a list is not drawn anew by every pause in the typing.
  return useSyncExternalStore(begunHere.subscribe, () =>
    isBegunIn(ticketId, answer, begunHere.get()),
  );
}
