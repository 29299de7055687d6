import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type CallMeta, handleCallError, mayRetry } from "./errors.ts";
import { beginStay } from "./forget.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

/** One for each stay in the shell: leaving it leaves nothing of a person in memory. */
export function createQueryClient(): QueryClient {
  const isOver = beginStay();
  // What a call of then answers is no news to whoever is here now.
  const tell = (error: unknown, meta: CallMeta | undefined) => {
    if (!isOver()) handleCallError(error, meta);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => tell(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 15_000 },
      mutations: { retry: false },
    },
  });
}
