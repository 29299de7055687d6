import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { type Failure, readFailure } from "../../data/errors.ts";
import { useRowsBelow } from "./rows-below.ts";

/** A paged list as its components need it. */
export interface Pages<Row> {
  rows: readonly Row[];
  /** This many rows are as new as the list; those below may be older. */
  loaded: number;
  /** Receives the index of the last visible row. */
  onSight?: (last: number) => void;
  /** Nothing has loaded yet. */
  isWaiting: boolean;
  /** The rows belong to the previous query. */
  isPrevious: boolean;
  /** The rows are being refetched. */
  isRefreshing: boolean;
  failure: Failure | null;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  moreFailed: Failure | null;
  loadMore: () => void;
}

/** `rowsOf` must be the same function between renders. */
export function usePages<Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rowsOf: (page: Page) => readonly Row[],
): Pages<Row> {
  const { data, fetchNextPage, refetch } = query;
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data, rowsOf]);
  return {
    rows,
    loaded: rows.length,
    isWaiting: query.isPending,
    isPrevious: query.isPlaceholderData,
    isRefreshing: query.isRefetching,
    failure: query.isError && !query.isFetchNextPageError ? readFailure(query.error) : null,
    retry: () => void refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError ? readFailure(query.error) : null,
    loadMore: () => void fetchNextPage(),
  };
}

/** The same for a list with live updates, however long. */
export function useLivePages<Page, Row extends { id: string }>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rowsOf: (page: Page) => readonly Row[],
  queryKey: QueryKey,
): Pages<Row> {
  const pages = usePages(query, rowsOf);
  const { rows: loaded, hasMore } = pages;
  return { ...pages, ...useRowsBelow({ queryKey, loaded, hasMore, rowsOf }) };
}

export function nextCursorOf(page: { nextCursor: string | null }): string | null {
  return page.nextCursor;
}

/** How most paged lists are read: rows of the previous query stay until the new ones have loaded. */
export const pagedOptions = {
  getNextPageParam: nextCursorOf,
  placeholderData: keepPreviousData,
  meta: { showsError: true },
};
