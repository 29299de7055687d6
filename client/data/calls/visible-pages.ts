import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** A mounted list that shows less than what is loaded. */
interface Onlooker {
  /** How many of the loaded pages cover what has been scrolled to. */
  pagesInSight: (pages: readonly unknown[]) => number;
  /** Called with the pages that remain; the others are loaded again when scrolled to. */
  onCut: (staying: readonly unknown[]) => void;
}

const onlookers = new Map<string, Onlooker>();

/** Registers a list and how far it is scrolled, until the returned function is called. */
export function registerViewer(queryKey: QueryKey, onlooker: Onlooker): () => void {
  const hash = hashKey(queryKey);
  onlookers.set(hash, onlooker);
  return () => {
    if (onlookers.get(hash) === onlooker) onlookers.delete(hash);
  };
}

/** Before a refetch, trims a long list to the pages in view. */
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
