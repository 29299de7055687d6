import { useCallback, useMemo, useState } from "react";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { trpc } from "../../../data/trpc.ts";
import type { MessageActs } from "../timeline/message-actions.ts";
import type { LoadedTimeline } from "../timeline/use-timeline.ts";
import { actOnce } from "../actions/act-once.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { tellDone, useUndoAct } from "../actions/use-ticket-action.ts";

/** Choosing messages for a ticket of their own. */
export interface Splitting {
  /** Undefined while nobody chooses. */
  choice: MessageActs["choice"];
  begin: (from?: TimelineMessage) => void;
  stop: () => void;
  split: (subject: string) => void;
  busy: boolean;
}

export function useSplit(
  { id, number }: TicketDetails,
  { earlier, newest }: Pick<LoadedTimeline, "earlier" | "newest">,
): Splitting {
  const cache = useTicketCache();
  const undo = useUndoAct();
  const { mutateAsync } = trpc.tickets.split.useMutation({ meta: { showsError: true } });
  // Before its turn comes nothing is under way yet, and it is sent once nevertheless.
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);

  const toggle = useCallback((messageId: string) => {
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(messageId)) next.add(messageId);
      return next;
    });
  }, []);
  const items = useMemo(() => [...earlier, ...newest], [earlier, newest]);
  // What somebody else moves away meanwhile is not there to be moved.
  const choice = useMemo(() => {
    if (!chosen) return undefined;
    const here = items.map((item) => item.id).filter((messageId) => chosen.has(messageId));
    return { chosen: new Set(here), toggle };
  }, [chosen, items, toggle]);

  const begin = useCallback(
    (from?: TimelineMessage) => {
      const at = items.findIndex((item) => item.id === from?.id);
      const following = at < 0 ? [] : items.slice(at);
      const ids = following
        .filter((item) => item.kind === "message" && item.state !== "sending")
        .map((item) => item.id);
      setChosen(new Set(from ? [from.id, ...ids] : []));
    },
    [items],
  );

  return {
    choice,
    begin,
    stop: () => setChosen(null),
    split(subject) {
      const messageIds = [...(choice?.chosen ?? [])];
      setBusy(true);
      actOnce({
        ticketId: id,
        title: `#${number} was not split`,
        send: (requestId) =>
          mutateAsync({ requestId, id, messageIds, subject }).finally(() => setBusy(false)),
        refused: () => void cache.refresh(number),
        done(answer) {
          setChosen(null);
          cache.keep(answer.ticket);
          void cache.refresh(number);
          const what = messageIds.length === 1 ? "1 message" : `${messageIds.length} messages`;
          const undoing = { ...answer, ticket: { ...answer.ticket, id, number } };
          tellDone(undoing, `Moved ${what} to #${answer.ticket.number}`, undo);
        },
      });
    },
    busy,
  };
}
