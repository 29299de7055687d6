import { AtSign, Eye, Forward, PencilLine, SendHorizontal, Zap } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";

import { FormatBar, FormattingButton, inOneRow, modifier } from "./FormatBar.tsx";
import type { MarkdownFormat } from "./markdown-edits.ts";

import { SendButton } from "./SendButton.tsx";
import { movesOf, plannedStatus, useSendChoices } from "./send-choices.ts";
import type { SendPlan } from "./send-plan.ts";

interface ComposerFootProps {
  ticket: TicketDetails;
  kind: SendPlan["kind"];
  ready: boolean;
  /** The id of the hint that text is missing: then the buttons focus the field. */
  lacking: string | undefined;
  /** The status a macro sets, where it is possible. */
  wanted: TicketStatus | undefined;
  preview: boolean;
  onPreview: () => void;
  onFormat: (format: MarkdownFormat) => void;
  onMention: () => void;
  /** Undefined for people without macros. */
  onMacros: (() => void) | undefined;
  /** Always shown on a note, so that the footer does not re-wrap with the first letter. */
  onMoveToReply: (() => void) | undefined;
  hasNote: boolean;
  onSend: (status: TicketStatus | undefined) => void;
  attach: ReactNode;
}

export function ComposerFoot(props: ComposerFootProps) {
  const { ticket, ready, onMoveToReply, hasNote } = props;
  return (
    <footer
      className={cn(
        "mt-1.5 shell:@container flex flex-wrap items-center gap-x-1 gap-y-2 max-shell:group-data-[open=false]/composer:absolute max-shell:group-data-[open=false]/composer:inset-y-0 max-shell:group-data-[open=false]/composer:right-1 max-shell:group-data-[open=false]/composer:mt-0",
        // When closed it overlays the field, with the paperclip on the left.
        !ticket.staff &&
          "max-shell:group-data-[open=false]/composer:pointer-events-none max-shell:group-data-[open=false]/composer:left-1 max-shell:group-data-[open=false]/composer:justify-between",
      )}
    >
      {ticket.staff ? <StaffTools {...props} /> : <CustomerTools {...props} />}
      {onMoveToReply && (
        <Button
          variant="ghost"
          size="sm"
          disabled={!hasNote}
          onClick={onMoveToReply}
          className="shell:px-1.75 max-shell:group-data-[open=false]/composer:hidden"
          data-hint="Move to reply"
        >
          <Forward className="max-shell:hidden" />
          <span className="shell:sr-only">Move to reply</span>
        </Button>
      )}
      <div className="ml-auto flex items-center max-shell:group-data-[open=false]/composer:hidden">
        <SendControls {...props} />
      </div>
      <Button
        size="icon"
        aria-label="Send"
        data-hint={`Send (${modifier} Enter)`}
        disabled={!ready}
        className="shell:hidden group-data-[open=true]/composer:hidden"
      >
        <SendHorizontal />
      </Button>
    </footer>
  );
}

function StaffTools(props: ComposerFootProps) {
  const { kind, preview, onPreview, onFormat, onMention, onMacros, attach } = props;
  return (
    <div
      className={cn(
        "-ml-1 flex min-w-0 flex-wrap items-center max-shell:pointer-coarse:w-full max-shell:group-data-[open=false]/composer:hidden",
        inOneRow,
      )}
    >
      <FormatBar onFormat={onFormat} disabled={preview} />
      {kind === "note" && (
        <IconButton
          label="Mention someone"
          shortcut="@"
          disabled={preview}
          onPointerDown={(event) => event.preventDefault()}
          onClick={onMention}
        >
          <AtSign />
        </IconButton>
      )}
      {onMacros && (
        <IconButton
          label="Macros"
          shortcut="/"
          disabled={preview}
          onPointerDown={(event) => event.preventDefault()}
          onClick={onMacros}
          className="pointer-coarse:min-w-9"
        >
          <Zap />
        </IconButton>
      )}
      {attach}
      <PreviewButton preview={preview} onPreview={onPreview} />
    </div>
  );
}

/** Notes and customers' replies have one button; staff also choose the new status. */
function SendControls({ ticket, kind, ready, lacking, wanted, onSend }: ComposerFootProps) {
  const choices = useSendChoices();
  const sending = {
    disabled: !ready && lacking === undefined,
    "aria-disabled": lacking !== undefined || undefined,
    "aria-describedby": lacking,
  };
  if (kind === "note") {
    return (
      <Button
        {...sending}
        onClick={() => onSend(undefined)}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className="bg-note-foreground text-note hover:bg-note-foreground/90"
      >
        Add internal note
      </Button>
    );
  }
  if (!ticket.staff) {
    return (
      <Button
        {...sending}
        onClick={() => onSend(undefined)}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {ticket.status === "closed" ? "Open follow-up ticket" : "Send reply"}
      </Button>
    );
  }
  return (
    <SendButton
      moves={movesOf(ticket)}
      status={wanted ?? plannedStatus(ticket, kind, choices)}
      sending={sending}
      disabled={!ready}
      onSend={onSend}
      onChoose={(status) => {
        // A macro's status is not remembered as the person's choice.
        if (wanted === undefined) choices.choose(status ?? "none");
        onSend(status);
      }}
    />
  );
}

interface CustomerToolsProps {
  preview: boolean;
  onPreview: () => void;
  onFormat: (format: MarkdownFormat) => void;
  attach: ReactNode;
}

/** Attachments first; the other tools are behind one button. */
function CustomerTools({ preview, onPreview, onFormat, attach }: CustomerToolsProps) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div
      className={cn(
        "pointer-events-auto -ml-1 flex min-w-0 flex-wrap items-center max-shell:group-data-[open=false]/composer:ml-0",
        unfolded && ["max-shell:group-data-[open=true]/composer:pointer-coarse:w-full", inOneRow],
      )}
    >
      {attach}
      <FormattingButton
        unfolded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className={notWhileClosed}
      />
      <div
        className={cn(
          "flex items-center max-shell:pointer-coarse:grow-8",
          notWhileClosed,
          !unfolded && "hidden",
        )}
      >
        <FormatBar onFormat={onFormat} disabled={preview} />
        <PreviewButton preview={preview} onPreview={onPreview} />
      </div>
    </div>
  );
}

const notWhileClosed = "max-shell:group-data-[open=false]/composer:hidden";

interface PreviewButtonProps {
  preview: boolean;
  onPreview: () => void;
}

function PreviewButton({ preview, onPreview }: PreviewButtonProps) {
  return (
    <IconButton
      label={preview ? "Edit" : "Preview"}
      aria-pressed={preview}
      onClick={onPreview}
      className="pointer-coarse:min-w-9"
    >
      {preview ? <PencilLine /> : <Eye />}
    </IconButton>
  );
}
