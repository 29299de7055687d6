import { useEffect } from "react";
import { withFiles } from "../../../data/drafts/text.ts";
import { writtenIn } from "../../../data/offline/waiting-acts.ts";
import { waitingCount } from "../../../data/offline/waiting-count.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { messageOnItsWay, withMessage } from "../actions/optimistic-message.ts";
import { addPending, dropPending, pendingActs } from "../actions/optimistic.ts";

/** What was sent before this page was loaded, and waits for the line, stands in the conversation. */
export function useWaitingMessages(ticketId: string | undefined): void {
  const viewer = useViewer();
  useEffect(() => {
    if (!ticketId) return;
    const shown = new Set<string>();
    let isGone = false;
    const look = async () => {
      if (waitingCount.get() === 0 && shown.size === 0) return;
      const written = await writtenIn(ticketId, viewer.id);
      if (isGone) return;
      for (const id of shown) if (!written.some((act) => act.id === id)) drop(id);
      for (const { id, call, input, files = [] } of written) {
        if (pendingActs.get().some(({ requestId }) => requestId === id)) continue;
        shown.add(id);
        const text = { body: input.body, form: withFiles(null, files) };
        const message = messageOnItsWay(viewer, call, id, text);
        const show = (ticket: Parameters<typeof withMessage>[0]) => withMessage(ticket, message);
        addPending({ requestId: id, ticketId, change: { patch: {}, show, done: String } });
      }
    };
    const drop = (id: string) => {
      shown.delete(id);
      dropPending(id);
    };
    void look();
    const stop = waitingCount.subscribe(() => void look());
    return () => {
      isGone = true;
      stop();
      shown.forEach(drop);
    };
  }, [ticketId, viewer]);
}
