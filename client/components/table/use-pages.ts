import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Failure, readFailure } from "../../data/errors.ts";
import { useRowsBelow } from "./rows-below.ts";

/** A list that comes page by page, as the parts that draw one need it. */
export interface Pages<Row> {
  rows: readonly Row[];
  /** So many of them are as new as the list: what was loaded further down may be older. */
  loaded: number;
  /** Told which is the last row in sight. */
  onSight?: (last: number) => void;
  /** Nothing has come yet. */
  isWaiting: boolean;
  /** What is shown belongs to the question before. */
  isPrevious: boolean;
  /** What is shown is being fetched anew. */
  isRefreshing: boolean;
  failure: Failure | null;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  moreFailed: Failure | null;
  loadMore: () => void;
}

/** `rowsOf` must be the same function each time. */
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

/** The same of a list that follows the news, however long it has become. */
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
