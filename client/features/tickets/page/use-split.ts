import { useCallback, useMemo, useState } from "react";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { runQueued } from "../../../data/calls/change-queue.ts";
import { trpc } from "../../../data/trpc.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import type { MessageActions } from "../timeline/message-actions.ts";
import type { LoadedTimeline } from "../timeline/use-timeline.ts";

/** The selection of messages for a new ticket. */
export interface Split {
  /** Undefined when not splitting. */
  choice: MessageActions["choice"];
  begin: (from?: TimelineMessage) => void;
  /** With the message of this action alone. */
  beginWith: (actId: string) => void;
  stop: () => void;
  split: (subject: string) => void;
  busy: boolean;
}

export function useSplit(
  { id, number }: TicketDetails,
  { earlier, newest }: Pick<LoadedTimeline, "earlier" | "newest">,
): Split {
  const cache = useTicketCache();
  const { run } = useTicketAction();
  const { mutateAsync } = trpc.tickets.split.useMutation({ meta: { showsError: true } });
  // Set before the call is sent, which may be queued: a second press must not send another one.
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
  // Without messages that someone else has moved away in the meantime.
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

  const beginWith = useCallback(
    (actId: string) => {
      const own = items.filter((item) => item.kind === "message" && item.actId === actId);
      setChosen(new Set(own.map((item) => item.id)));
    },
    [items],
  );

  return {
    choice,
    begin,
    beginWith,
    stop: () => setChosen(null),
    split(subject) {
      const messageIds = [...(choice?.chosen ?? [])];
      setBusy(true);
      const what = messageIds.length === 1 ? "1 message" : `${messageIds.length} messages`;
      void run({
        ticket: { id, number },
        canUndo: true,
        send: (requestId) =>
          runQueued(id, () => mutateAsync({ requestId, id, messageIds, subject })),
        done: (answer) => `Moved ${what} to #${answer.ticket.number}`,
        failed: `Couldn't split #${number}`,
        onDone() {
          setChosen(null);
          void cache.refresh(number);
        },
      }).finally(() => setBusy(false));
    },
    busy,
  };
}
