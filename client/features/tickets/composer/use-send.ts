import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import type { Act } from "../../../../server/once.ts";
import type { ActAnswer, TicketDetails } from "../../../../shared/tickets/page.ts";
import { releaseDelayMs } from "../../../../shared/tickets/time-limits.ts";
import { notify } from "../../../components/notices.ts";
import { forgetAct, trackAct, undoOffer } from "../../../components/undo.ts";
import { inTurn } from "../../../data/calls/queue.ts";
import { draftKeeper } from "../../../data/drafts/keepers.ts";
import { namedFiles } from "../../../data/drafts/text.ts";
import type { DraftKeeper } from "../../../data/drafts/types.ts";
import { isSessionOver, readFailure, tellRefused } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { underWay } from "../../../data/queued-actions.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { showStatus } from "../actions/changes.ts";
import { addPending, dropPending } from "../actions/optimistic.ts";
import {
  messageOnItsWay,
  newestMessageId,
  withMessage,
  withoutMessage,
} from "../actions/optimistic-message.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { joinHeld, sentChangesOf, showHeld } from "./held-changes.ts";
import {
  forgetSent,
  newIntention,
  rememberSent,
  type SendPlan,
  sentWith,
  writingOf,
} from "./send-plan.ts";

/** Shows the message at once, sends it, and puts the text back where that is refused. */
export function useSend(ticket: TicketDetails, onRefused: (number: number) => void) {
  const viewer = useViewer();
  const cache = useTicketCache();
  const navigate = useNavigate();
  const undoReply = useUndoReply(ticket);

  return useCallback(
    async function send(keeper: DraftKeeper, plan: SendPlan): Promise<boolean> {
      const { id, number } = ticket;
      const writing = writingOf(keeper);
      const { intention } = writing;
      const { requestId, seenMessageId = newestMessageId(ticket) } = intention;
      const { seenVersion = ticket.staff?.version } = intention;
      const text = keeper.take();
      writing.intention = newIntention();
      writing.refusal.set(null);
      writing.held.set(null);
      const message = messageOnItsWay(viewer, plan.kind, requestId, text);
      addPending({
        requestId,
        ticketId: id,
        change: {
          patch: {},
          show: (shown) => showSent(shown, message, plan),
          done: (number) => `Sent to #${number}`,
        },
      });

      const shown = plan.overrule ? (cache.find(number) ?? ticket) : ticket;
      const baseVersion = plan.overrule ? shown.staff?.version : seenVersion;
      const written = { requestId, id, body: text.body };
      const act: Act<"reply" | "note"> = {
        ...{ personId: viewer.id, what: `#${number}`, files: namedFiles(text.form) },
        ...callOf(plan, written, { baseVersion, seenMessageId }),
      };
      const taken =
        plan.kind === "reply" ? trackAct(requestId, () => dropPending(requestId)) : null;
      // A save that is under way would bring the draft back after the reply took it along.
      await keeper.settled();
      act.input.draftRevision = keeper.continues() || undefined;
      return await new Promise<boolean>((settle) => {
        const onWait = () => {
          keeper.waits(text);
          settle(true);
        };
        sendOrWait(act, id, onWait).then(
          (answer) => {
            done(answer);
            settle(true);
          },
          (error) => {
            refused(error);
            settle(false);
          },
        );
      });

      function done(answer: ActAnswer & { messageId?: string }): void {
        keeper.gone(act.input.draftRevision ?? 0);
        void keeper.sent(text).then(() => underWay.delete(requestId));
        cache.keep(answer.ticket);
        dropPending(requestId);
        tell(answer, plan.kind);
        // A reply to a closed ticket opens another one.
        const isHere = location.pathname === `/ticket/${number}`;
        if (answer.ticket.number !== number && isHere) {
          navigate({ pathname: `/ticket/${answer.ticket.number}`, search: location.search });
        }
      }

      function refused(error: unknown): void {
        taken?.(null);
        dropPending(requestId);
        const failure = readFailure(error);
        writing.intention =
          failure.code === "request_reused"
            ? newIntention()
            : { requestId, seenMessageId, seenVersion };
        keeper.putBack(text);
        writing.held.set(writing.held.get() ?? plan.held ?? null);
        if (!isSessionOver(failure)) {
          writing.refusal.set({ failure, plan });
          onRefused(number);
        }
        void cache.refresh(number);
      }

      function tell(answer: ActAnswer & { messageId?: string }, kind: SendPlan["kind"]): void {
        const sent = answer.ticket.timeline.items.find(({ id }) => id === answer.messageId);
        const sending = sent?.kind === "message" && sent.state === "sending" ? sent : null;
        if (!sending) {
          taken?.(null);
          notify({ kind: "success", message: sentWords(ticket, answer.ticket, kind) });
          return;
        }
        const undo = () => undoReply(sending.id);
        const until = Date.now() + (sending.releaseInMs ?? releaseDelayMs);
        rememberSent(sending.id, { actId: answer.actId, held: plan.held });
        if (taken?.({ actId: answer.actId, until, undo })) return;
        notify({
          kind: "success",
          message: `Reply to #${number} is on its way`,
          ...undoOffer(answer.actId, undo, true),
        });
      }
    },
    [ticket, viewer, cache, navigate, undoReply, onRefused],
  );
}

/** What is sent, with the states of things that it was written on. */
function callOf(
  { kind, status, held, fileIds, mentions, sendAnyway }: SendPlan,
  written: { requestId: string; id: string; body: string },
  { baseVersion, seenMessageId }: { baseVersion: number | undefined; seenMessageId: string | null },
): Pick<Act<"reply">, "call" | "input"> | Pick<Act<"note">, "call" | "input"> {
  const changes = sentChangesOf(held);
  const common = {
    ...{ ...written, fileIds },
    ...((status || changes) && { status, changes, baseVersion }),
  };
  return kind === "note"
    ? { call: "note", input: { ...common, mentions } }
    : { call: "reply", input: { ...common, seenMessageId, sendAnyway } };
}

function sentWords(to: TicketDetails, { number }: TicketDetails, kind: SendPlan["kind"]): string {
  if (kind === "note") return `Note added to #${to.number}`;
  if (to.status !== "closed" || number === to.number) return `Reply sent to #${number}`;
  return `Opened #${number} as a follow-up to #${to.number}`;
}

function showSent(
  ticket: TicketDetails,
  message: ReturnType<typeof messageOnItsWay>,
  { status, kind, held }: SendPlan,
): TicketDetails {
  const shown = showHeld(withMessage(ticket, message), held);
  const opened = ticket.status === "new" && kind === "reply" && message.author.isStaff;
  const next = status ?? (opened ? "open" : undefined);
  return next ? showStatus(shown, next, message.at) : shown;
}

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
      if (undoing.has(messageId)) return;
      undoing.add(messageId);
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
        undoing.delete(messageId);
      }
    },
    [viewer.id, id, number, cache, mutateAsync],
  );
}

const undoing = new Set<string>();
