import { MutationCache, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { offlineSince } from "../connection.ts";
import { type CallMeta, canRetry, handleCallError, readFailure } from "../errors.ts";
import { beginStay } from "../session/forget.ts";
import { reapplyOptimistic } from "./optimistic.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

// The desk's own line, not the browser's guess: what is out of date is asked for when it is back.
onlineManager.setEventListener((tell) =>
  offlineSince.subscribe(() => tell(offlineSince.get() === null)),
);

/** One for each stay in the shell: leaving it leaves nothing of a person in memory. */
export function createQueryClient(): QueryClient {
  const isOver = beginStay();
  // What a call of then answers is no news to whoever is here now.
  const tell = (error: unknown, meta: CallMeta | undefined) => {
    if (!isOver()) handleCallError(error, meta);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: reapplyOptimistic,
      // That nothing can be fetched is said by the bar, and in the place of what is missing.
      onError: (error, query) => readFailure(error).offline || tell(error, query.meta),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => tell(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        // Whoever comes back from elsewhere finds all that they had loaded.
        ...{ retry: canRetry, staleTime: 15_000, gcTime: 30 * 60_000 },
        ...{ networkMode: "always", refetchOnReconnect: true },
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
