import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type CallMeta, handleCallError, mayRetry } from "./errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

/** One for each stay in the shell: leaving it leaves nothing of a person in memory. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleCallError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => handleCallError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 15_000 },
      mutations: { retry: false },
    },
  });
}
