import { X } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { type TicketStatus, ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { useKeys } from "../../../app/keyboard/keys.ts";
import { cn } from "../../../components/cn.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { notify } from "../../../components/notices.ts";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import { useComposerFiles } from "../../../components/uploads/use-composer-files.tsx";
import { useMounted } from "../../../components/use-mounted.ts";
import { stopTyping } from "../../../data/live/typing.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { ComposerField, type ComposerFieldHandle, MissingText } from "./ComposerField.tsx";
import { ComposerFoot } from "./ComposerFoot.tsx";
import { ComposerFrame } from "./ComposerFrame.tsx";
import { ComposerHead } from "./ComposerHead.tsx";
import { CopiedPeople } from "./CopiedPeople.tsx";
import { EndedConversation } from "./EndedConversation.tsx";
import { type Held, partsOf } from "./held-changes.ts";
import { MessagePreview } from "./MessagePreview.tsx";
import { useMentions } from "./mentions.ts";
import { OtherDraftOffer } from "./OtherDraftOffer.tsx";
import { asksFirst, SendTrouble } from "./SendTrouble.tsx";
import { movesOf, plannedStatus, useSendChoices } from "./send-choices.ts";
import { refusalNow, type SendPlan, writingOf } from "./send-plan.ts";
import { useComposerMacros } from "./use-composer-macros.ts";
import { useWriting } from "./use-draft.ts";
import { useSend } from "./use-send.ts";

const MacrosDialog = lazyDialog(() => import("../../../app/lazy/overlays.ts"), "MacrosDialog");

export interface ComposerHandle {
  /** Quotes a message in the reply. */
  quote: (html: string) => void;
  /** Adds files dropped anywhere on the ticket. */
  attach: (files: File[]) => void;
  /** Null where the conversation has ended. */
  kind: SendPlan["kind"] | null;
}

export interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  ticket: TicketDetails;
  /** With the status it sets, if any. */
  onSent?: (kind: SendPlan["kind"], status: TicketStatus | undefined) => void;
}

/** Writes a reply or an internal note; colour and button show which. */
export function Composer({ ref, ticket, onSent }: ComposerProps) {
  const viewer = useViewer();
  const { may, id } = ticket;
  const field = useRef<ComposerFieldHandle>(null);
  const writing = useWriting(ticket, field);
  const { kind, begin, draft, keeper, preview, setPreview } = writing;
  const choices = useSendChoices();
  const refused = useStore(writingOf(keeper).refusal);
  const [sent, setSent] = useState(0);
  const files = useComposerFiles(keeper);
  const mounted = useMounted();
  const { source: people, mentions, known } = useMentions({ ticketId: id });
  const isNote = kind === "note";
  const begunWith = useRef(draft.body);
  useEffect(() => {
    // A note begun earlier names people who were not looked up on this page.
    if (isNote && begunWith.current.includes("@")) void mentions(begunWith.current);
  }, [isNote, mentions]);
  const { source: macros, held, setHeld, managing, manage } = useComposerMacros(ticket, keeper);
  const wanted = held ? movesOf(ticket).find((status) => status === held.status) : undefined;
  const refusal = refused && refusalNow(refused, { held, wanted });
  const send = useSend(ticket, (number) => mounted.current || notifyElsewhere(number));
  const completions = useMemo(
    () => [...(kind === "note" ? [people] : []), ...(macros ? [macros] : [])],
    [kind, people, macros],
  );

  useKeys({
    about: `#${ticket.number}`,
    "ticket.reply": may.reply ? () => begin("reply") : undefined,
    "ticket.note": may.note ? () => begin("note") : undefined,
  });

  useImperativeHandle(ref, () => ({
    kind: may.reply || may.note ? kind : null,
    attach(added) {
      files.add(added);
      field.current?.focus();
    },
    quote: writing.quote,
  }));

  if (!may.reply && !may.note) {
    return <EndedConversation ticket={ticket} reply={writing.reply} note={writing.note} />;
  }

  const tooLong = draft.body.length - ticketLimits.body;
  const blank = draft.body.trim() === "";
  const ready = !blank && tooLong <= 0 && files.holdUp === null;
  const lacksWords = blank && files.hasAny;

  const submit = async (plan: Omit<SendPlan, "kind">) => {
    if (!ready) {
      flushSync(() => setPreview(false));
      return field.current?.focus();
    }
    const { body } = draft;
    setPreview(false);
    stopTyping();
    field.current?.focus();
    const named =
      isNote && body.includes("@") ? (await mentions(body)).map(({ id }) => id) : undefined;
    // A second click while names were looked up has nothing left to send.
    if (keeper.state.get().body !== body) return;
    const copied = isNote || !ticket.staff ? undefined : writingOf(keeper).copied.get();
    void send(keeper, { ...plan, kind, copied, mentions: named, fileIds: files.ids });
    // A new field, so that Undo in the browser does not bring back the sent text.
    flushSync(() => setSent((count) => count + 1));
    field.current?.focus();
    if (mounted.current) onSent?.(kind, plan.status);
  };
  const sendAndSet = (status: TicketStatus | undefined) =>
    void submit({ status, held: held ?? undefined });
  const sendNow = (status: TicketStatus | undefined) =>
    sendAndSet(kind === "note" ? wanted : status);

  return (
    <ComposerFrame
      kind={kind}
      filled={!blank || files.hasAny || refusal !== null}
      onLeft={() => void keeper.saveNow()}
    >
      {refusal && (
        <SendTrouble
          refusal={refusal}
          onSend={({ kind: _kind, mentions: _mentions, fileIds: _files, ...plan }) => submit(plan)}
          onKeepEditing={() => {
            const shown = refusal.failure.cameBetween.at(-1);
            if (shown) writingOf(keeper).intention.seenMessageId = shown.id;
            writingOf(keeper).refusal.set(null);
            field.current?.focus();
          }}
        />
      )}
      <ComposerHead
        ticket={ticket}
        kind={kind}
        onKind={begin}
        draft={draft}
        hasReply={writing.hasReply}
        hasNote={writing.hasNote}
      />
      {ticket.staff && !isNote && (
        <CopiedPeople copied={ticket.staff.copied ?? []} choice={writingOf(keeper).copied} />
      )}
      {preview ? (
        <MessagePreview
          body={draft.body}
          mentions={isNote ? mentions : undefined}
          className="max-h-[40dvh] min-h-16"
        />
      ) : (
        <ComposerField
          key={sent}
          ref={field}
          label={kind === "note" ? "Internal note" : "Reply"}
          describedBy={
            tooLong > 0 ? `${id}-too-long` : lacksWords ? `${id}-lacks-words` : undefined
          }
          invalid={tooLong > 0}
          placeholder={placeholderFor(kind, isStaff(viewer), ticket.status)}
          value={draft.body}
          onChange={writing.type}
          onSubmit={(resolves) => {
            const status = wanted ?? plannedStatus(ticket, kind, choices);
            if (resolves && movesOf(ticket).includes("resolved")) sendAndSet("resolved");
            else sendNow(status);
          }}
          onFiles={files.add}
          completions={completions}
          mentioned={isNote ? known : undefined}
          className={cn(
            "max-h-[40dvh] min-h-7 px-1 py-0.5 group-data-[open=true]/composer:min-h-16 max-shell:group-data-[open=false]/composer:pointer-coarse:min-h-8 max-shell:group-data-[open=false]/composer:pointer-coarse:py-1.25",
            // Room for the paperclip.
            !ticket.staff &&
              "max-shell:group-data-[open=false]/composer:pl-7 max-shell:group-data-[open=false]/composer:pointer-coarse:pl-10",
          )}
        />
      )}
      {tooLong > 0 && (
        <p id={`${id}-too-long`} role="status" className="px-1 text-danger-text text-xs">
          {tooLong === 1 ? "1 character" : `${formatNumber(tooLong)} characters`} over the limit.
          Attach long text as a file.
        </p>
      )}
      {files.chips}
      {lacksWords && <MissingText id={`${id}-lacks-words`} />}
      {draft.other && <OtherDraftOffer other={draft.other} onChoose={keeper.choose} />}
      {held && (
        <HeldChanges
          held={held.status && !wanted ? { ...held, status: undefined } : held}
          withStatus={kind === "note"}
          onChange={setHeld}
        />
      )}
      <ComposerFoot
        ticket={ticket}
        kind={kind}
        // A question above is answered there.
        ready={ready && !(refusal && asksFirst(refusal))}
        lacking={lacksWords ? `${id}-lacks-words` : undefined}
        preview={preview}
        onPreview={() => setPreview(!preview)}
        onFormat={(format) => field.current?.format(format)}
        onMacros={macros && (() => field.current?.begin("/"))}
        wanted={wanted}
        onMention={() => field.current?.insert("@")}
        onMoveToReply={kind === "note" && may.reply ? writing.moveToReply : undefined}
        hasNote={writing.hasNote}
        onSend={sendNow}
        attach={files.button}
      />
      {managing && (
        <MacrosDialog
          {...managing}
          open
          onClose={() => manage(null)}
          onOpenChange={(open) => {
            if (open) return;
            manage(null);
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      )}
    </ComposerFrame>
  );
}

function placeholderFor(kind: SendPlan["kind"], staff: boolean, status: TicketStatus): string {
  if (kind === "note") return "Write a note for your colleagues";
  if (status === "closed") return "Reply in a follow-up ticket";
  return staff ? "Write a reply (Markdown supported)" : "Write a reply";
}

/** Notifies the person who has left the ticket that sending failed. */
function notifyElsewhere(number: number): void {
  notify({
    kind: "error",
    title: `Couldn't send to #${number}`,
    message: "Your text is saved as a draft. Open the ticket to see why and try again.",
  });
}

interface WillSetProps {
  held: Held;
  /** For notes; the send button of a reply names its status itself. */
  withStatus: boolean;
  onChange: (held: Held) => void;
}

/** Changes a macro makes when the message is sent; each can be removed. */
function HeldChanges({ held, withStatus, onChange }: WillSetProps) {
  const parts = partsOf(held).filter(({ key }) => withStatus || key !== "status");
  if (parts.length === 0) return null;
  return (
    <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-1 text-muted-foreground text-xs">
      <span>When sent:</span>
      <ul aria-label="Changes when sent" className="contents">
        {parts.map(({ key, words, rest }) => (
          <li
            key={key}
            className="flex min-h-6 min-w-0 items-center rounded-md border bg-card pl-1.5 text-foreground"
          >
            <bdi className="truncate">{words}</bdi>
            <button
              type="button"
              aria-label={`Remove ${words}`}
              data-hint="Remove"
              onClick={() => onChange(rest)}
              className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11"
            >
              <X className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
