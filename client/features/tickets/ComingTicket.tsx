import { useHoldsKeys } from "../../app/keyboard/held-keys.ts";
import { NotLoaded } from "../../components/ui/not-loaded.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { offlineSince } from "../../data/offline/online.ts";
import { useStore } from "../../data/store.ts";

/** In place of a ticket, until the code of its page is there. */
export function ComingTicket() {
  const offline = useStore(offlineSince) !== null;
  useHoldsKeys();
  if (offline) {
    return (
      <div className="min-w-0 flex-1">
        <NotLoaded />
      </div>
    );
  }
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="min-w-0 flex-1">
      <div className="flex h-10.5 items-center border-b px-4">
        <Skeleton className="w-2/5" />
      </div>
    </div>
  );
}
