import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes an entry in every cached answer that contains it. Freshness is unchanged: what was stale stays
 * stale.
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
