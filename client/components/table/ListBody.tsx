import { type ReactNode, Suspense } from "react";
import { Freshness } from "./freshness-part.ts";
import { ListError } from "./ListError.tsx";
import type { Pages } from "./use-pages.ts";

interface ListBodyProps {
  pages: Pages<{ id: string }>;
  /** Why it could not be fetched is said elsewhere. */
  isExplained?: boolean;
  /** In place of rows where there are none. */
  empty: ReactNode;
  /** The rows, or the shape of those to come. */
  children: ReactNode;
}

/** What a list shows: its rows, that there are none, or why it could not be fetched. */
export function ListBody({ pages, isExplained = false, empty, children }: ListBodyProps) {
  const { rows, failure, isWaiting, isRefreshing, retry } = pages;
  if (failure && rows.length === 0 && !isExplained) {
    return <ListError failure={failure} retry={retry} />;
  }
  const said = (
    <Freshness
      {...{ isRefreshing, failure, retry }}
      className="bottom-3 in-data-selecting:bottom-28"
    />
  );
  if (!isWaiting && rows.length === 0) return empty;
  return (
    <>
      <Suspense>{failure && said}</Suspense>
      {children}
      {/* At the end: no row that is read first is hidden by it. */}
      <Suspense>{isRefreshing && !failure && said}</Suspense>
    </>
  );
}
