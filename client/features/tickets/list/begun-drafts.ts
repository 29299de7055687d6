import { useQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import {
  type BegunAnswer,
  begunHere,
  begunKey,
  isBegunIn,
} from "../../../data/drafts/begun-here.ts";
import { trpc } from "../../../data/trpc.ts";

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

export function useIsBegun(ticketId: string): boolean {
  const answer = useContext(BegunDraftsContext);
  // Each row follows its own ticket alone: a list is not drawn anew by every pause in the typing.
  return useSyncExternalStore(begunHere.subscribe, () =>
    isBegunIn(ticketId, answer, begunHere.get()),
  );
}
