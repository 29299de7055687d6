import { hashKey, type QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { registerViewer } from "../../data/calls/visible-pages.ts";

/** More is asked for as soon as fewer rows than this are left below what is in sight. */
export const rowsAhead = 15;

/** What was loaded of a list, and is not fetched anew until somebody comes near. */
interface RowsBelow<Row> {
  /** So many rows stood above them. */
  after: number;
  rows: readonly Row[];
}

/** The rows that are as new as the list, and below them those that were loaded before. */
export function withBelow<Row extends { id: string }>(
  loaded: readonly Row[],
  below: RowsBelow<Row>,
): readonly Row[] {
  const here = new Set(loaded.map(({ id }) => id));
  // What has come since took the place of as many.
  const left = below.rows.slice(Math.max(0, loaded.length - below.after));
  return [...loaded, ...left.filter(({ id }) => !here.has(id))];
}

/** How many pages reach as far as the last row in sight, and the rows ahead of it. */
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
 * Of a long list news fetch what is in sight. What was loaded below that stays where it was, and
 * comes anew when one scrolls towards it.
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
