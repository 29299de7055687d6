import { useCallback } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import { forgetAct } from "../../../components/undo.ts";
import { inTurn } from "../../../data/calls/in-turn.ts";
import { draftKeeper } from "../../../data/drafts/keepers.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { withoutMessage } from "../actions/optimistic-message.ts";
import { addPending, dropPending } from "../actions/optimistic.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { joinHeld } from "./held-changes.ts";
import { newIntention, writingOf } from "./intention.ts";
import { forgetSent, sentWith } from "./sent-replies.ts";

/**
 * Takes a reply back while it is Sending: its text stands above what was begun since, and what its
 * macros changed goes with it when it is sent again.
 */
export function useUndoReply({ id, number }: Pick<TicketDetails, "id" | "number">) {
  const viewer = useViewer();
  const cache = useTicketCache();
  const { mutateAsync } = trpc.tickets.undoReply.useMutation({ meta: { showsError: true } });

  return useCallback(
    async (messageId: string): Promise<void> => {
      const key = `undo:${messageId}`;
      if (underWay.has(messageId)) return;
      underWay.add(messageId);
      const sent = sentWith(messageId);
      forgetAct(sent?.actId ?? "");
      addPending({
        requestId: key,
        ticketId: id,
        change: {
          patch: {},
          show: (shown) => withoutMessage(shown, messageId),
          done: (number) => `Taken back in #${number}`,
        },
      });
      const keeper = draftKeeper(viewer.id, { ticketId: id, kind: "reply" });
      try {
        // What was begun since must be there first, to be put below.
        await keeper.saveNow();
        const { ticket: now, draft } = await inTurn(id, () => mutateAsync({ messageId }));
        cache.keep(now);
        keeper.takeBack(draft);
        forgetSent(messageId);
        const writing = writingOf(keeper);
        writing.intention = newIntention();
        if (sent?.held) writing.held.set(joinHeld(sent.held, writing.held.get() ?? {}));
        notify({ kind: "info", message: `Taken back. The text is in your draft for #${number}.` });
      } catch (error) {
        const failure = readFailure(error);
        void cache.refresh(number);
        tellRefused(`The reply to #${number} was not taken back`, failure);
      } finally {
        dropPending(key);
        underWay.delete(messageId);
      }
    },
    [viewer.id, id, number, cache, mutateAsync],
  );
}

const underWay = new Set<string>();
