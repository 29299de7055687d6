import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import { undoable } from "../../../components/undo.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { trpc } from "../../../data/trpc.ts";
import { actOnce } from "./act-once.ts";
import { useTicketCache } from "./ticket-cache.ts";

const quiet = { meta: { showsError: true } };

/** Away from everybody's lists, and back again. */
export function useSpam({ id, number }: Pick<TicketDetails, "id" | "number">) {
  const queryClient = useQueryClient();
  const cache = useTicketCache();
  const { mutateAsync } = trpc.tickets.spam.useMutation(quiet);
  return useCallback(
    function mark(spam: boolean): void {
      actOnce({
        ticketId: id,
        title: `#${number} was not changed`,
        send: (requestId) => mutateAsync({ requestId, id, spam }),
        done() {
          void cache.refresh(number);
          invalidate(queryClient, "list", "counts");
          const message = spam ? `Marked #${number} as spam` : `#${number} is no spam`;
          if (!spam) return void notify({ kind: "success", message });
          notify({ kind: "success", message, ...undoable(() => mark(false)) });
        },
        refused: () => void cache.refresh(number),
      });
    },
    [id, number, cache, queryClient, mutateAsync],
  );
}
