import { useCallback } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import { trpc } from "../../../data/trpc.ts";
import { actOnce } from "./act-once.ts";
import { useTicketCache } from "./ticket-cache.ts";

/** Pressed twice it is asked for once. */
const underWay = new Set<string>();

/** What was merged into this ticket becomes one of its own again, whenever that was. */
export function useUnmerge({ id, number }: Pick<TicketDetails, "id" | "number">) {
  const cache = useTicketCache();
  const { mutateAsync } = trpc.tickets.unmerge.useMutation({ meta: { showsError: true } });
  return useCallback(
    (sourceId: string): void => {
      if (underWay.has(sourceId)) return;
      underWay.add(sourceId);
      actOnce({
        ticketId: id,
        title: "The merge was not taken back",
        send: (requestId) =>
          mutateAsync({ requestId, sourceId }).finally(() => underWay.delete(sourceId)),
        done({ ticket }) {
          cache.keep(ticket);
          void cache.refresh(number);
          notify({ kind: "success", message: `#${ticket.number} is a ticket of its own again` });
        },
        refused: () => void cache.refresh(number),
      });
    },
    [id, number, cache, mutateAsync],
  );
}
