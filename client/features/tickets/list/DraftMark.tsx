import { useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { PencilLine } from "lucide-react";
import { createContext, useContext, useSyncExternalStore } from "react";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import {
  isStartedIn,
  type StartedAnswer,
  startedHere,
  startedKey,
} from "../../../data/drafts/started-here.ts";
import { trpc } from "../../../data/trpc.ts";

/** Marks a ticket that has an unsent draft of this person. */
export function DraftMark({ ticketId }: { ticketId: string }) {
  if (!useHasDraft(ticketId)) return null;
  return (
    <span
      data-hint="You have an unsent draft here"
      className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-muted-foreground text-xs"
    >
      <PencilLine className="size-3" />
      Draft
      <span className="sr-only">, not sent</span>
    </span>
  );
}

/** The person's unsent drafts, loaded once for all rows of a list. */
export const UnsentDraftsContext = createContext<StartedAnswer | undefined>(undefined);

/** `after`: the rows have loaded. */
export function useUnsentDrafts(after: boolean): StartedAnswer | undefined {
  const begun = useQuery({
    queryKey: getQueryKey(trpc.drafts.begun, undefined, "query"),
    queryFn: askBegun,
    enabled: after,
    // The list works without it.
    meta: { showsError: true },
  });
  return begun.data;
}

async function askBegun(): Promise<StartedAnswer> {
  const askedAt = Date.now();
  const begun = await trpcClient.drafts.begun.query();
  return { keys: new Set(begun.map(startedKey)), askedAt };
}

function useHasDraft(ticketId: string): boolean {
  const answer = useContext(UnsentDraftsContext);
  // Each row subscribes to its own ticket, so that typing does not re-render the whole list.
  return useSyncExternalStore(startedHere.subscribe, () =>
    isStartedIn(ticketId, answer, startedHere.get()),
  );
}
