import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import {
  currentIn,
  type SeenTicket,
  seenIn,
  valueFields,
} from "../../../../shared/tickets/fields.ts";
import type { ActAnswer, ChangeAnswer, TicketDetails } from "../../../../shared/tickets/page.ts";
import { undoMs } from "../../../../shared/undo-time.ts";
import { notify } from "../../../components/notices.ts";
import {
  forgetUndo,
  remembered,
  trackUndo,
  undoable,
  undoOffer,
} from "../../../components/undo.ts";
import { runQueued } from "../../../data/calls/change-queue.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { type Failure, isSessionOver, notifyError, readFailure } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { noteOwnAction, noteOwnValues } from "../composer/send-plan.ts";
import { askAboutConflict } from "../dialogs/open-dialogs.ts";
import { reopening } from "../list/customer-status.ts";
import { type Change, showChange, showReopened, showSolved } from "./changes.ts";
import { addPending, dropPending } from "./optimistic.ts";
import { useTicketCache } from "./ticket-cache.ts";

type TicketKey = Pick<TicketDetails, "id" | "number">;

/** One action on one ticket. */
interface TicketAction<Answer extends Partial<ChangeAnswer>> {
  ticket: TicketKey;
  /** A retry sends the same request id, so that the server does it only once. */
  send: (requestId: string) => Promise<Answer>;
  /** The ticket as shown until the server answers. */
  show?: (ticket: TicketDetails) => TicketDetails;
  /** The success notice. */
  done?: string | ((answer: Answer) => string);
  /** The title of the error notice. */
  failed: string;
  /** Offers Undo, by key even before the server has answered. */
  canUndo?: boolean;
  onDone?: (answer: Answer) => void;
  /** Asks the person instead of showing an error notice. */
  onConflict?: (failure: Failure) => void;
}

/**
 * The one way to act on a ticket: shows the result, sends it in order, stores the answer, notifies
 * and offers Undo; or rolls back, says why and offers a retry.
 */
export function useTicketAction() {
  const cache = useTicketCache();
  const { id: personId } = useViewer();

  return useMemo(() => {
    async function run<Answer extends Partial<ChangeAnswer>>(
      action: TicketAction<Answer>,
      requestId = newRequestId(),
    ): Promise<boolean> {
      const { ticket, show, done, canUndo = false } = action;
      const { id, number } = ticket;
      if (show) addPending({ requestId, ticketId: id, show });
      const settleUndo = canUndo ? trackUndo(requestId, () => dropPending(requestId)) : remembered;
      try {
        const answer = await action.send(requestId);
        const { actId, undoUntil } = answer;
        const undoIt = canUndo && actId && undoUntil ? () => undo(ticket, actId) : null;
        const until = Date.now() + undoMs;
        const isUndone = settleUndo(undoIt && actId ? { actId, until, undo: undoIt } : null);
        if (isUndone) return true;
        if (answer.ticket) cache.store(answer.ticket);
        const stored = answer.changes ? cache.storeChanges(answer.changes) : answer.ticket;
        if (actId && stored) noteOwnAction({ actId, ticket: stored });
        action.onDone?.(answer);
        const message = typeof done === "function" ? done(answer) : done;
        if (message) {
          const offer = undoIt && actId ? undoOffer(actId, undoIt) : {};
          notify({ kind: "success", message, ...offer });
        }
        return true;
      } catch (error) {
        settleUndo(null);
        dropPending(requestId);
        const failure = readFailure(error);
        if (isSessionOver(failure)) return false;
        void cache.refresh(number);
        if (failure.conflicts.length > 0 && action.onConflict) action.onConflict(failure);
        else notifyError(action.failed, failure, () => void run(action, requestId));
        return false;
      } finally {
        dropPending(requestId);
      }
    }

    /** Undoes an action: from its notice, from the timeline, or by key. */
    function undo(ticket: TicketKey, actId: string): void {
      if (beingUndone.has(actId)) return;
      beingUndone.add(actId);
      forgetUndo(actId);
      const { id, number } = ticket;
      void run({
        ticket,
        send: (requestId) => {
          const input = { requestId, actId };
          return sendOrWait({ call: "undo", input, personId, what: `#${number}` }, id);
        },
        done: "Undone",
        failed: `Couldn't undo the change to #${number}`,
        onDone(answer) {
          // Undoing a split answers with the other ticket.
          const changed = answer.ticket ?? answer.changes;
          if (changed.number !== number) void cache.refresh(number);
        },
      }).finally(() => beingUndone.delete(actId));
    }

    /** Changes fields. `ticket` is as on screen: its values are those that the person saw. */
    function change(
      ticket: TicketDetails,
      wanted: Change,
      from = seenIn(ticket, Object.keys(wanted.patch)),
    ): void {
      const { id, number } = ticket;
      const { patch } = wanted;
      const show = (shown: TicketDetails) => showChange(shown, wanted);
      noteOwnValues(id, changedValues(ticket, show(ticket)));
      let seen = from;
      void run({
        ticket,
        show,
        canUndo: true,
        send: (requestId) => {
          const input = { requestId, id, patch, from };
          return sendOrWait({ call: "update", input, personId, what: `#${number}` }, id);
        },
        done: wanted.done(`#${number}`),
        failed: `Couldn't change #${number}`,
        onConflict({ conflicts }) {
          seen = { ...from, ...currentIn(conflicts) };
          const setMine = () => change(ticket, wanted, seen);
          askAboutConflict({ number, conflicts, setMine });
        },
      }).then((isDone) => isDone || noteOwnValues(id, seen));
    }

    return { run, undo, change };
  }, [cache, personId]);
}

function changedValues(before: TicketDetails, after: TicketDetails): SeenTicket {
  const [from, to] = [seenIn(before, valueFields), seenIn(after, valueFields)];
  return seenIn(
    after,
    valueFields.filter((field) => from[field] !== to[field]),
  );
}

/** A second press while the server has not answered does nothing. */
const beingUndone = new Set<string>();

const showsError = { meta: { showsError: true } };

/** Moves a ticket to spam, which hides it from all lists, or back. */
export function useMarkSpam(ticket: TicketKey): (spam: boolean) => void {
  const { id, number } = ticket;
  const queryClient = useQueryClient();
  const cache = useTicketCache();
  const { run } = useTicketAction();
  const { mutateAsync } = trpc.tickets.spam.useMutation(showsError);
  return function mark(spam) {
    void run({
      ticket,
      send: (requestId) =>
        runQueued(id, () => mutateAsync({ requestId, id, spam })).then(() => ({})),
      failed: `Couldn't change #${number}`,
      onDone() {
        void cache.refresh(number);
        invalidate(queryClient, "list", "counts");
        const message = spam
          ? `Marked #${number} as spam`
          : `#${number} is no longer marked as spam`;
        notify({ kind: "success", message, ...(spam && undoable(() => mark(false))) });
      },
    });
  };
}

const beingUnmerged = new Set<string>();

/** Turns a ticket that was merged into this one back into a ticket of its own. */
export function useUnmerge(ticket: TicketKey): (sourceId: string) => void {
  const { id, number } = ticket;
  const cache = useTicketCache();
  const { run } = useTicketAction();
  const { mutateAsync } = trpc.tickets.unmerge.useMutation(showsError);
  return useMemo(
    () => (sourceId) => {
      if (beingUnmerged.has(sourceId)) return;
      beingUnmerged.add(sourceId);
      void run({
        ticket: { id, number },
        send: (requestId) => runQueued(id, () => mutateAsync({ requestId, sourceId })),
        failed: "Couldn't unmerge the tickets",
        done: (answer) => `Unmerged #${answer.ticket.number}`,
        onDone: () => void cache.refresh(number),
      }).finally(() => beingUnmerged.delete(sourceId));
    },
    [id, number, cache, run, mutateAsync],
  );
}

export interface Rated {
  rating: "good" | "bad";
  comment: string;
}

/** The actions of a requester: they set no values that could conflict. */
export function useCustomerActions(ticket: TicketDetails) {
  const { id, number, status } = ticket;
  const { id: personId } = useViewer();
  const { run } = useTicketAction();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const whose = { personId, what: `#${number}` };

  const act = async (
    action: Omit<TicketAction<ActAnswer>, "ticket" | "failed">,
  ): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(true);
    const isDone = await run({ ...action, ticket, failed: `Couldn't change #${number}` });
    isBusy.current = false;
    setBusy(false);
    return isDone;
  };

  return {
    busy,
    solve: () =>
      void act({
        send: (requestId) => sendOrWait({ ...whose, call: "solve", input: { requestId, id } }, id),
        show: showSolved,
        done: "Thank you. This ticket is solved.",
      }),
    reopen: () =>
      void act({
        send: (requestId) => sendOrWait({ ...whose, call: "reopen", input: { requestId, id } }, id),
        show: (shown) => showReopened(shown, personId),
        done: reopening(status).done,
      }),
    rate: (rated: Rated) =>
      act({
        send: (requestId) =>
          sendOrWait({ ...whose, call: "rate", input: { requestId, id, ...rated } }, id),
        done: "Thanks for your feedback.",
      }),
  };
}
