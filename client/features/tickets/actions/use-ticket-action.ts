import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ActAnswer, TicketDetails } from "../../../../shared/tickets/page.ts";
import { undoMs } from "../../../../shared/undo-time.ts";
import { notify } from "../../../components/notices.ts";
import {
  type Answer,
  forgetAct,
  remembered,
  trackAct,
  undoable,
  undoOffer,
} from "../../../components/undo.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { inTurn } from "../../../data/calls/queue.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { type Failure, isSessionOver, readFailure, tellRefused } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { askAbout } from "../dialogs/conflicts.ts";
import type { Change } from "./changes.ts";
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

interface OnceOptions<Answer> {
  ticketId: string;
  /** Of the notice, where it is refused. */
  title: string;
  send: (requestId: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  refused?: (failure: Failure) => void;
}

/** An act whose outcome is shown once the server has answered; the same key goes with a retry. */
export function actOnce<Answer>(options: OnceOptions<Answer>, requestId = newRequestId()): void {
  const { ticketId, title, send, done, refused } = options;
  inTurn(ticketId, () => send(requestId)).then(done, (error) => {
    const failure = readFailure(error);
    if (!isSessionOver(failure)) refused?.(failure);
    tellRefused(title, failure, () => actOnce(options, requestId));
  });
}

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
