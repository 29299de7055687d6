import { Suspense, useCallback } from "react";
import { useHoldsKeys } from "../../app/keyboard/held-keys.ts";
import { lazyComponent } from "../../app/lazy/lazy-component.ts";
import { useAim } from "../../components/table/use-aim.ts";
import { NotLoaded } from "../../components/ui/not-loaded.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { offlineSince } from "../../data/connection.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { Composer } from "./page/lazy-tools.ts";
import type { TicketPageProps } from "./TicketPage.tsx";

/** Loads when someone points at a ticket or opens one. */
export const TicketPage = lazyComponent(() => import("../../ticket-page.ts"), "TicketPage");

export function LazyTicketPage(props: TicketPageProps) {
  return (
    <Suspense fallback={<TicketLoading />}>
      <TicketPage {...props} />
    </Suspense>
  );
}

function TicketLoading() {
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

/** Pointing at a ticket loads its data and the code that shows it. */
export function useAimAtTicket(): (ticket: { number: number }) => void {
  const utils = trpc.useUtils();
  const aim = useAim(({ number }: { number: number }) => {
    void utils.tickets.get.prefetch({ number });
  });
  return useCallback(
    (ticket) => {
      void TicketPage.preload().then(Composer.preload);
      aim(ticket);
    },
    [aim],
  );
}
