import { LockKeyhole } from "lucide-react";
import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { cn } from "../../../components/cn.ts";
import type { DraftState } from "../../../data/drafts/types.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { recipients, type SendPlan } from "./send-plan.ts";

type Kind = SendPlan["kind"];

interface ComposerHeadProps {
  ticket: TicketDetails;
  kind: Kind;
  onKind: (kind: Kind) => void;
  draft: DraftState;
  hasReply: boolean;
  hasNote: boolean;
}

/** Reply or note, its readers, and whether the draft is saved. */
export function ComposerHead(props: ComposerHeadProps) {
  const { ticket, kind, onKind, draft, hasReply, hasNote } = props;
  const viewer = useViewer();
  const { reply, note } = ticket.may;
  return (
    <header
      className={cn(
        "mb-1 flex items-center gap-2.5 text-xs max-shell:group-data-[open=false]/composer:hidden",
        // Without a choice it only holds the draft status.
        reply && note ? "min-h-7" : "min-h-4",
        !isStaff(viewer) && "group-data-[open=false]/composer:hidden",
      )}
    >
      {reply && note && (
        <fieldset
          aria-label="Message type"
          className={cn(
            "flex shrink-0 rounded-md p-0.5",
            kind === "note" ? "bg-note-foreground/12" : "bg-secondary",
          )}
        >
          <KindButton kind="reply" shown={kind} begun={hasReply} onKind={onKind} />
          <KindButton kind="note" shown={kind} begun={hasNote} onKind={onKind} />
        </fieldset>
      )}
      {kind === "note" ? (
        <p className="flex min-w-0 items-center gap-1.5 text-note-foreground">
          <LockKeyhole className="size-3.5" />
          <span className="truncate">Only staff see this</span>
        </p>
      ) : (
        isStaff(viewer) && (
          <p
            className="min-w-0 truncate text-muted-foreground"
            data-hint={recipients(ticket, viewer.id)}
            data-hint-cut=""
          >
            {recipients(ticket, viewer.id)}
          </p>
        )
      )}
      <DraftStatus draft={draft} onNote={kind === "note"} />
    </header>
  );
}

interface KindButtonProps {
  kind: Kind;
  shown: Kind;
  begun: boolean;
  onKind: (kind: Kind) => void;
}

function KindButton({ kind, shown, begun, onKind }: KindButtonProps) {
  const name = kind === "reply" ? "Reply" : "Note";
  const pressed = kind === shown;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-hint={`${name} (${keyHint(kind === "reply" ? "ticket.reply" : "ticket.note")})`}
      onClick={() => onKind(kind)}
      className={cn(
        "relative flex h-6 items-center gap-1.5 rounded-sm px-2.5 font-medium text-sm pointer-coarse:h-9 pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-1",
        pressed && "bg-card text-foreground shadow-xs",
        !pressed && (shown === "note" ? "text-note-foreground" : "text-muted-foreground"),
      )}
    >
      {name}
      {begun && !pressed && (
        <>
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          <span className="sr-only">, draft</span>
        </>
      )}
    </button>
  );
}

const draftWords: Record<DraftState["kept"], string> = {
  nothing: "",
  saving: "Saving draft…",
  kept: "Draft saved",
  here: "Saved on this device",
  refused: "Draft not saved",
};

/** `Saved on this device` appears with a delay, because between two keys it is always true. */
export function DraftStatus({ draft, onNote }: { draft: DraftState; onNote: boolean }) {
  const words = draft.trouble ?? draftWords[draft.kept];
  const quiet = draft.kept === "here" || draft.kept === "saving";
  return (
    <span
      key={quiet ? "quiet" : draft.kept}
      data-hint={draft.trouble ?? undefined}
      className={cn(
        "ml-auto shrink-0 truncate",
        onNote ? "text-note-foreground" : "text-faint",
        quiet && "animate-[fade-in_120ms_ease-out_1.5s_backwards]",
        draft.trouble && "max-w-1/2 text-danger-text",
      )}
    >
      {words}
    </span>
  );
}
