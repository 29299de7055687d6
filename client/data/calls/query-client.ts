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

// Uses our own connection state instead of the browser's; stale queries are refetched when it returns.
onlineManager.setEventListener((setOnline) =>
  offlineSince.subscribe(() => setOnline(offlineSince.get() === null)),
);

const createdAt = new WeakMap<QueryClient, number>();

/** Everything in this client's cache was read after this moment of the page's clock. */
export function dataSince(queryClient: QueryClient): number {
  return createdAt.get(queryClient) ?? 0;
}

/** One client per signed-in person: leaving the shell drops their data from memory. */
export function createQueryClient(): QueryClient {
  const isOver = beginStay();
  // Errors of calls from an earlier session are ignored.
  const handleError = (error: unknown, meta: CallMeta | undefined) => {
    if (!isOver()) handleCallError(error, meta);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: reapplyOptimistic,
      // Being offline is shown by the bar and in place of the missing content.
      onError: (error, query) => readFailure(error).offline || handleError(error, query.meta),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => handleError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        // Someone returning from another tab finds everything still loaded.
        retry: canRetry,
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  createdAt.set(queryClient, performance.now());
  return queryClient;
}
