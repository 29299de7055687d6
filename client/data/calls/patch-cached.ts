import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes what is known of something in all kept answers that hold it. That is no answer of the
 * server's: what was old stays old, and what does not hold it is left alone.
 */
export function patchCached<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data) => Data,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    const next = patch(data as Data);
    if (next === data) continue;
    queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}
