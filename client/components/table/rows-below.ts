import { hashKey, type QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { registerViewer } from "../../data/calls/visible-pages.ts";

/** More is loaded when fewer rows than this remain below the visible ones. */
export const rowsAhead = 15;

/** Rows loaded earlier, which are not refetched until scrolled to. */
interface RowsBelow<Row> {
  /** The number of rows above them at that time. */
  after: number;
  rows: readonly Row[];
}

/** The fresh rows, followed by those that were loaded before. */
export function withBelow<Row extends { id: string }>(
  loaded: readonly Row[],
  below: RowsBelow<Row>,
): readonly Row[] {
  const here = new Set(loaded.map(({ id }) => id));
  // Rows that arrived since push out as many.
  const left = below.rows.slice(Math.max(0, loaded.length - below.after));
  return [...loaded, ...left.filter(({ id }) => !here.has(id))];
}

/** How many pages cover the last visible row and the rows ahead of it. */
export function pagesUpTo(sizes: readonly number[], last: number): number {
  let rows = 0;
  const at = sizes.findIndex((size) => {
    rows += size;
    return rows > last + rowsAhead;
  });
  return at < 0 ? sizes.length : at + 1;
}

interface RowsBelowOptions<Page, Row> {
  queryKey: QueryKey;
  loaded: readonly Row[];
  hasMore: boolean;
  rowsOf: (page: Page) => readonly Row[];
}

/**
 * In a long list, live updates refetch only the visible pages. The rows below remain and are refetched when
 * scrolled to.
 */
export function useRowsBelow<Page, Row extends { id: string }>(
  options: RowsBelowOptions<Page, Row>,
): { rows: readonly Row[]; onSight: (last: number) => void } {
  const { queryKey, loaded, hasMore, rowsOf } = options;
  const hash = hashKey(queryKey);
  const last = useRef(0);
  const [below, setBelow] = useState<(RowsBelow<Row> & { of: string }) | null>(null);
  const rows = useMemo(
    () => (below?.of === hash && hasMore ? withBelow(loaded, below) : loaded),
    [below, hash, hasMore, loaded],
  );
  const latest = useRef({ rows, queryKey });
  latest.current = { rows, queryKey };
  useEffect(() => {
    const sizeOf = (page: unknown) => rowsOf(page as Page).length;
    return registerViewer(latest.current.queryKey, {
      pagesInSight: (pages) => pagesUpTo(pages.map(sizeOf), last.current),
      onCut(staying) {
        const after = staying.reduce<number>((sum, page) => sum + sizeOf(page), 0);
        setBelow({ of: hash, after, rows: latest.current.rows.slice(after) });
      },
    });
  }, [hash, rowsOf]);
  const onSight = useCallback((row: number) => {
    last.current = row;
  }, []);
  return { rows, onSight };
}
