import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import type { ReplyInput } from "../../../../shared/schemas/ticket-acts.ts";
import {
  type SeenTicket,
  type SentChanges,
  seenIn,
  valueFields,
} from "../../../../shared/tickets/fields.ts";
import type { ActAnswer, CopiedPerson, TicketDetails } from "../../../../shared/tickets/page.ts";
import { releaseDelayMs } from "../../../../shared/tickets/time-limits.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { notify } from "../../../components/notices.ts";
import { forgetUndo, trackUndo, undoOffer } from "../../../components/undo.ts";
import { runQueued } from "../../../data/calls/change-queue.ts";
import { draftStore } from "../../../data/drafts/draft-stores.ts";
import { namedFiles } from "../../../data/drafts/text.ts";
import type { DraftStore } from "../../../data/drafts/types.ts";
import { isSessionOver, notifyError, readFailure } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { type Act, underWay } from "../../../data/queued-actions.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { shownFields, showStatus, withFields } from "../actions/changes.ts";
import { addPending, dropPending } from "../actions/optimistic.ts";
import {
  newestMessageId,
  optimisticMessage,
  withMessage,
  withoutMessage,
} from "../actions/optimistic-message.ts";
import { useTicketCache } from "../actions/ticket-cache.ts";
import { allCopied, copiedInput } from "./copied.ts";
import { heldFields, joinHeld, sentChangesOf } from "./held-changes.ts";
import {
  forgetSent,
  newIntention,
  noteOwnAction,
  rememberSent,
  type SendPlan,
  sentWith,
  writingOf,
} from "./send-plan.ts";

/** Shows the message, sends it, and puts the text back if it is refused. */
export function useSend(ticket: TicketDetails, onRefused: (number: number) => void) {
  const viewer = useViewer();
  const cache = useTicketCache();
  const navigate = useNavigate();
  const undoReply = useUndoReply(ticket);

  return useCallback(
    async function send(keeper: DraftStore, plan: SendPlan): Promise<boolean> {
      const { id, number } = ticket;
      const writing = writingOf(keeper);
      const { intention } = writing;
      const { requestId, seenMessageId = newestMessageId(ticket) } = intention;
      const { seen = seenIn(ticket, valueFields) } = intention;
      const text = keeper.take();
      writing.intention = newIntention();
      writing.refusal.set(null);
      writing.held.set(null);
      writing.copied.set(allCopied);
      const message = optimisticMessage(viewer, plan.kind, requestId, text);
      addPending({
        requestId,
        ticketId: id,
        show: (shown) => showSent(shown, message, plan),
      });

      const from = { ...seen, ...plan.overrule };
      const written = { requestId, id, body: text.body };
      const act: Act<"reply" | "note"> = {
        personId: viewer.id,
        what: `#${number}`,
        files: namedFiles(text.form),
        ...callOf(plan, written, { from, seenMessageId, copied: ticket.staff?.copied ?? [] }),
      };
      const taken =
        plan.kind === "reply" ? trackUndo(requestId, () => dropPending(requestId)) : null;
      // A save that is still under way would bring the sent draft back.
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
        cache.store(answer.ticket);
        noteOwnAction(answer);
        dropPending(requestId);
        notifySent(answer, plan.kind);
        // A reply to a closed ticket opens a follow-up.
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
          failure.code === "request_reused" ? newIntention() : { requestId, seenMessageId, seen };
        keeper.putBack(text);
        writing.held.set(writing.held.get() ?? plan.held ?? null);
        writing.copied.set(plan.copied ?? allCopied);
        if (!isSessionOver(failure)) {
          writing.refusal.set({ failure, plan });
          onRefused(number);
        }
        void cache.refresh(number);
      }

      function notifySent(
        answer: ActAnswer & { messageId?: string },
        kind: SendPlan["kind"],
      ): void {
        // The message is on screen, with its own Undo.
        const isShown =
          answer.ticket.number === number && location.pathname === `/ticket/${number}`;
        const sent = answer.ticket.timeline.items.find(({ id }) => id === answer.messageId);
        const sending = sent?.kind === "message" && sent.state === "sending" ? sent : null;
        if (!sending) {
          taken?.(null);
          if (isShown) return;
          notify({ kind: "success", message: sentWords(ticket, answer.ticket, kind) });
          return;
        }
        const undo = () => undoReply(sending.id);
        const until = Date.now() + (sending.releaseInMs ?? releaseDelayMs);
        const { held, copied } = plan;
        rememberSent(sending.id, { actId: answer.actId, held, copied });
        if (taken?.({ actId: answer.actId, until, undo }) || isShown) return;
        notify({
          kind: "success",
          message: `Sending reply to #${number}…`,
          ...undoOffer(answer.actId, undo, true),
        });
      }
    },
    [ticket, viewer, cache, navigate, undoReply, onRefused],
  );
}

/** The call, with what the author had seen of the ticket. */
function callOf(
  { kind, status, held, copied, fileIds, mentions, sendAnyway }: SendPlan,
  written: { requestId: string; id: string; body: string },
  seen: { from: SeenTicket; seenMessageId: string | null; copied: readonly CopiedPerson[] },
): Pick<Act<"reply">, "call" | "input"> | Pick<Act<"note">, "call" | "input"> {
  const { from, seenMessageId } = seen;
  const changes = sentChangesOf(held);
  const common = {
    ...written,
    fileIds,
    ...((status || changes) && { status, changes, from: fromOf(from, { status, ...changes }) }),
  };
  return kind === "note"
    ? { call: "note", input: { ...common, mentions } }
    : {
        call: "reply",
        input: {
          ...common,
          seenMessageId,
          sendAnyway,
          ...(copied && copiedInput(copied, seen.copied)),
        },
      };
}

/** What the author saw in the fields that go with the message. */
function fromOf(
  { status, priority, assigneeId, teamId }: SeenTicket,
  sent: SentChanges & { status: TicketStatus | undefined },
): ReplyInput["from"] {
  return {
    ...(sent.status && { status }),
    ...(sent.priority && { priority }),
    ...(sent.assigneeId !== undefined && { assigneeId }),
    ...(sent.teamId !== undefined && { teamId }),
  };
}

function sentWords(to: TicketDetails, { number }: TicketDetails, kind: SendPlan["kind"]): string {
  if (kind === "note") return `Note added to #${to.number}`;
  if (to.status !== "closed" || number === to.number) return `Reply sent to #${number}`;
  return `Opened #${number} as a follow-up to #${to.number}`;
}

function showSent(
  ticket: TicketDetails,
  message: ReturnType<typeof optimisticMessage>,
  { status, kind, held }: SendPlan,
): TicketDetails {
  const written = withMessage(ticket, message);
  const shown = withFields(written, heldFields(shownFields(written), held));
  const opened = ticket.status === "new" && kind === "reply" && message.author.isStaff;
  const next = status ?? (opened ? "open" : undefined);
  return next ? showStatus(shown, next, message.at) : shown;
}

/**
 * Undoes a reply before it is sent out. Its text returns to the draft above newer text, with the
 * changes of its macros.
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
      forgetUndo(sent?.actId ?? "");
      addPending({
        requestId: key,
        ticketId: id,
        show: (shown) => withoutMessage(shown, messageId),
      });
      const keeper = draftStore(viewer.id, { ticketId: id, kind: "reply" });
      try {
        // Newer text must be saved first, so that it ends up below.
        await keeper.saveNow();
        const { ticket: now, draft } = await runQueued(id, () => mutateAsync({ messageId }));
        cache.store(now);
        keeper.takeBack(draft);
        forgetSent(messageId);
        const writing = writingOf(keeper);
        writing.intention = newIntention();
        if (sent?.copied) writing.copied.set(sent.copied);
        if (sent?.held) writing.held.set(joinHeld(sent.held, writing.held.get() ?? {}));
        notify({
          kind: "info",
          message: `Reply not sent. The text is back in your draft for #${number}.`,
        });
      } catch (error) {
        const failure = readFailure(error);
        void cache.refresh(number);
        notifyError(`Couldn't undo the reply to #${number}`, failure);
      } finally {
        dropPending(key);
        undoing.delete(messageId);
      }
    },
    [viewer.id, id, number, cache, mutateAsync],
  );
}

const undoing = new Set<string>();
