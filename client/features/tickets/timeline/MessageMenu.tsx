import {
  Copy,
  Download,
  Ellipsis,
  Eraser,
  Link2,
  Pencil,
  Split,
  TextQuote,
  Trash2,
} from "lucide-react";
import type { TimelineMessage } from "../../../../shared/tickets/page.ts";
import { notify } from "../../../components/notices.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { useFocusGoesOn } from "../../../components/ui/focus.ts";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { copyText } from "../../../data/browser/copy-text.ts";
import { useNow } from "../../../data/time/use-now.ts";
import { useMessageActions } from "./message-actions.ts";
import { textOfHtml } from "./text-of-html.ts";

interface MessageMenuProps {
  message: TimelineMessage;
  name: string;
  /** The originals of spam are hidden with it. */
  isSpam: boolean;
}

/** The menu of a message, visible on hover and focus. */
export function MessageMenu({ message, name, isSpam }: MessageMenuProps) {
  const { quote, copyLink, splitFrom, redact, editNote, deleteNote } = useMessageActions();
  const { redacted, state, editableUntil } = message;
  const now = useNow();
  const focus = useFocusGoesOn();
  const mark = { className: "text-muted-foreground" };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={`Message by ${name}: more`}
          className="-my-1.5 size-6 opacity-0 focus-visible:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100 pointer-coarse:-mx-1 pointer-coarse:-my-3.5 pointer-coarse:opacity-100"
        >
          <Ellipsis />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={focus.onClose}>
        {quote && !redacted && (
          <DropdownMenuItem onSelect={focus.goesOn(() => quote(message))}>
            <TextQuote {...mark} />
            Quote in reply
          </DropdownMenuItem>
        )}
        {!redacted && (
          <DropdownMenuItem onSelect={() => void copyWords(message)}>
            <Copy {...mark} />
            Copy text
          </DropdownMenuItem>
        )}
        {message.hasOriginal && !isSpam && (
          <DropdownMenuItem asChild>
            <a href={`/node/mail/original/${message.id}`} download="mail.eml">
              <Download {...mark} />
              Download original
            </a>
          </DropdownMenuItem>
        )}
        {copyLink && (
          <DropdownMenuItem onSelect={() => copyLink(message)}>
            <Link2 {...mark} />
            Copy link
          </DropdownMenuItem>
        )}
        {splitFrom && state !== "sending" && (
          <DropdownMenuItem onSelect={focus.goesOn(() => splitFrom(message))}>
            <Split {...mark} />
            Split from here…
          </DropdownMenuItem>
        )}
        {editNote && editableUntil && now < Date.parse(editableUntil) && (
          <DropdownMenuItem onSelect={focus.goesOn(() => editNote(message))}>
            <Pencil {...mark} />
            Edit note…
          </DropdownMenuItem>
        )}
        {deleteNote && editableUntil && (
          <DropdownMenuItem onSelect={focus.goesOn(() => deleteNote(message))}>
            <Trash2 {...mark} />
            Delete note…
          </DropdownMenuItem>
        )}
        {redact && !redacted && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem
              variant="destructive"
              onSelect={() => redact({ what: "message", id: message.id, author: name })}
            >
              <Eraser />
              Redact message…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

async function copyWords({ html }: TimelineMessage): Promise<void> {
  const text = textOfHtml(html);
  if (await copyText(text)) notify({ kind: "info", message: "Text copied" });
  else notify({ kind: "warning", message: "This browser blocked copying." });
}
