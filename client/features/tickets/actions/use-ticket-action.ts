import { useCallback } from "react";
import type { ActAnswer, TicketDetails } from "../../../../shared/tickets/page.ts";
import { undoMs } from "../../../../shared/undo-time.ts";
import { notify } from "../../../components/notices.ts";
import {
  type Answer,
  forgetAct,
  remembered,
  trackAct,
  undoOffer,
} from "../../../components/undo.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { isSessionOver, readFailure, tellRefused } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline/outbox.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import type { Change } from "./changes.ts";
import { askAbout } from "../dialogs/conflicts.ts";
import { addPending, dropPending } from "./optimistic.ts";
import { useTicketCache } from "./ticket-cache.ts";

/** Which ticket, and the version of it that was on the screen. */
type ActedOn = Pick<TicketDetails, "id" | "number"> & { version: number };

/** Changes shown at once, sent in turn, taken back with words if the server refuses. */
export function useActs() {
  const cache = useTicketCache();
  const { id: personId } = useViewer();
  const undo = useUndoAct();

  return useCallback(
    function change(ticket: ActedOn, wanted: Change, requestId = newRequestId()): void {
      const { id, number, version } = ticket;
      addPending({ requestId, ticketId: id, change: wanted });
      const taken = trackAct(requestId, () => dropPending(requestId));
      const input = { requestId, id, baseVersion: version, patch: wanted.patch };
      sendOrWait({ call: "update", input, personId, what: `#${number}` }, id).then(
        (answer) => {
          if (!tellDone(answer, wanted.done(number), undo, taken)) cache.keep(answer.ticket);
          dropPending(requestId);
        },
        (error) => {
          taken(null);
          dropPending(requestId);
          const failure = readFailure(error);
          if (isSessionOver(failure)) return;
          void cache.refresh(number);
          if (failure.conflicts.length > 0) {
            askAbout({
              number,
              conflicts: failure.conflicts,
              setMine: async () => {
                await cache.refresh(number);
                const now = cache.find(number);
                change({ ...ticket, version: now?.staff?.version ?? version }, wanted);
              },
            });
            return;
          }
          tellRefused(`#${number} was not changed`, failure, () =>
            change(ticket, wanted, requestId),
          );
        },
      );
    },
    [cache, personId, undo],
  );
}

/**
 * Tells that an act is done, and offers to take it back while that is possible. True where it is
 * being taken back already.
 */
export function tellDone(
  { actId, undoUntil, ticket }: ActAnswer,
  message: string,
  undo: UndoAct,
  taken: Answer = remembered,
): boolean {
  const run = () => undo(ticket, actId);
  const isUndone = taken(
    undoUntil === null ? null : { actId, until: Date.now() + undoMs, undo: run },
  );
  if (isUndone) return true;
  notify({ kind: "success", message, ...(undoUntil !== null && undoOffer(actId, run)) });
  return false;
}

type UndoAct = (ticket: Pick<TicketDetails, "id" | "number">, actId: string) => void;

/** Pressed twice, as while a slow desk has not answered, it is asked for once. */
const beingUndone = new Set<string>();

/** Takes an act back: from the notice, from the timeline, or by the key. */
export function useUndoAct(): UndoAct {
  const cache = useTicketCache();
  const { id: personId } = useViewer();
  return useCallback(
    function undo(
      { id, number }: Pick<TicketDetails, "id" | "number">,
      actId: string,
      requestId = newRequestId(),
    ): void {
      if (beingUndone.has(actId)) return;
      beingUndone.add(actId);
      forgetAct(actId);
      const input = { requestId, actId };
      sendOrWait({ call: "undo", input, personId, what: `#${number}` }, id)
        .then(
          (answer) => {
            cache.keep(answer.ticket);
            // What was split off leads back to where it came from.
            if (answer.ticket.number !== number) void cache.refresh(number);
            notify({ kind: "info", message: `Undone in #${number}` });
          },
          (error) => {
            const failure = readFailure(error);
            if (isSessionOver(failure)) return;
            void cache.refresh(number);
            tellRefused(`#${number} was not taken back`, failure, () =>
              undo({ id, number }, actId, requestId),
            );
          },
        )
        .finally(() => beingUndone.delete(actId));
    },
    [cache, personId],
  );
}
