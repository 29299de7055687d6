import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Pages } from "./use-pages.ts";

/** Below the loaded rows: a loading row, an error, or the end of the list. */
export function ListEnd({ pages, end }: { pages: Pages<unknown>; end?: ReactNode }) {
  if (pages.moreFailed) {
    return (
      <div
        role="alert"
        className="sticky left-0 flex items-center justify-center gap-3 p-3 text-muted-foreground"
      >
        {pages.moreFailed.offline ? pages.moreFailed.message : "Couldn't load the rest."}
        <Button variant="outline" size="sm" onClick={pages.loadMore}>
          Try again
        </Button>
      </div>
    );
  }
  if (!pages.isLoadingMore) return pages.hasMore || pages.isWaiting ? null : end;
  return (
    <div role="status" aria-label="Loading more" className="flex h-row items-center gap-3 px-4">
      <Skeleton className="size-4 rounded-full" />
      <Skeleton className="w-2/5" />
    </div>
  );
}
