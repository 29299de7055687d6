import { NotLoaded } from "../../../components/ui/not-loaded.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { offlineSince } from "../../../data/offline/online.ts";
import { useStore } from "../../../data/store.ts";

export function TicketCardSkeleton() {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_2.5rem] gap-x-2.5 px-4 py-2.5">
      <Skeleton className="mt-0.5 size-4 rounded-full" />
      <Skeleton className="my-1 w-3/5" />
      <Skeleton className="my-1" />
      <Skeleton className="col-start-2 my-1 w-2/5" />
      <Skeleton className="col-start-2 my-1 w-4/5" />
    </div>
  );
}

/** Until the code of cards has come. */
export function ComingCards() {
  const offline = useStore(offlineSince) !== null;
  if (offline) return <NotLoaded />;
  return (
    <div aria-hidden="true" className="min-h-0 flex-1 overflow-hidden">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
        <div key={key} className="border-b">
          <TicketCardSkeleton />
        </div>
      ))}
    </div>
  );
}
