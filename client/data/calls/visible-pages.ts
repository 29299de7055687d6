import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** Where a list is shown of which less is in sight than was loaded. */
interface Onlooker {
  /** How many of the loaded pages it takes to reach as far as somebody looks. */
  pagesInSight: (pages: readonly unknown[]) => number;
  /** So many stay; what the others hold is shown from elsewhere until it comes into sight. */
  onCut: (staying: readonly unknown[]) => void;
}

const onlookers = new Map<string, Onlooker>();

/** Says of a list how far down it is looked at, for as long as it is. */
export function registerViewer(queryKey: QueryKey, onlooker: Onlooker): () => void {
  const hash = hashKey(queryKey);
  onlookers.set(hash, onlooker);
  return () => {
    if (onlookers.get(hash) === onlooker) onlookers.delete(hash);
  };
}

/** Before lists are fetched anew: of a long one no more than somebody sees. */
export function trimToVisible(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, type: "active" })) {
    const onlooker = onlookers.get(query.queryHash);
    const data = query.state.data as InfiniteData<unknown> | undefined;
    if (!onlooker || !data) continue;
    const count = onlooker.pagesInSight(data.pages);
    if (count >= data.pages.length) continue;
    const [pages, pageParams] = [data.pages.slice(0, count), data.pageParams.slice(0, count)];
    onlooker.onCut(pages);
    const { dataUpdatedAt: updatedAt } = query.state;
    queryClient.setQueryData(query.queryKey, { pages, pageParams }, { updatedAt });
  }
}
