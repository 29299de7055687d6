import { Skeleton } from "../ui/skeleton.tsx";

const facts = ["w-20", "w-44", "w-16", "w-28", "w-36", "w-24"];

/** The shape of a record's body; its header shows what the list knew, once it is named. */
export function RecordSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="flex flex-col">
      <div className="flex flex-col gap-0.5 pb-3">
        {facts.map((width) => (
          <div key={width} className="grid h-8 grid-cols-[6.5rem_minmax(0,1fr)] items-center">
            <Skeleton className="w-14" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-4 border-t pt-4">
        <Skeleton className="w-24" />
        <Skeleton />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    </div>
  );
}
