import { useCallback, useRef } from "react";
import { useAim } from "../../../components/list/use-aim.ts";
import { trpc } from "../../../data/trpc.ts";
import { TicketPage } from "../LazyTicketPage.tsx";

interface Preloaded {
  preload: () => Promise<boolean>;
}

/** With the ticket that is aimed at comes the code that shows it. */
export function useAimAtTicket(...withIt: Preloaded[]): (ticket: { number: number }) => void {
  const parts = useRef(withIt);
  const utils = trpc.useUtils();
  const aim = useAim(({ number }: { number: number }) => {
    void utils.tickets.get.prefetch({ number });
  });
  return useCallback(
    (ticket) => {
      void TicketPage.preload();
      for (const part of parts.current) void part.preload();
      aim(ticket);
    },
    [aim],
  );
}
