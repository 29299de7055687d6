import { Skeleton } from "../components/ui/skeleton.tsx";

/** A toolbar and rows, shown while a page's code loads. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading" role="status">
      <div className="flex h-11 items-center gap-3 border-b px-4">
        <Skeleton className="w-28" />
        <Skeleton className="ml-auto w-20" />
      </div>
      {["w-1/2", "w-2/5", "w-3/5", "w-1/3", "w-1/2", "w-2/5"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that never move.
        <div key={row} className="flex h-row items-center gap-3 border-b px-4">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
