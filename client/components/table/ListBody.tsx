import type { ReactNode } from "react";
import { Freshness } from "./Freshness.tsx";
import { ListError } from "./ListError.tsx";
import type { Pages } from "./use-pages.ts";

interface ListBodyProps {
  pages: Pages<{ id: string }>;
  /** The error is already shown elsewhere. */
  isExplained?: boolean;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The rows, or their skeleton. */
  children: ReactNode;
}

/** The rows of a list, its empty state, or its error. */
export function ListBody({ pages, isExplained = false, empty, children }: ListBodyProps) {
  const { rows, failure, isWaiting, isRefreshing, retry } = pages;
  if (failure && rows.length === 0 && !isExplained) {
    return <ListError failure={failure} retry={retry} />;
  }
  const said = (
    <Freshness
      isRefreshing={isRefreshing}
      failure={failure}
      retry={retry}
      className="bottom-3 in-data-selecting:bottom-28"
    />
  );
  if (!isWaiting && rows.length === 0) return empty;
  return (
    <>
      {failure && said}
      {children}
      {/* At the end, so that it covers none of the first rows. */}
      {isRefreshing && !failure && said}
    </>
  );
}
