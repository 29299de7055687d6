import { useRef, useState } from "react";
import type { TicketDetails, TimelineMessage } from "../../../../shared/tickets/page.ts";
import { ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog.tsx";
import { ListError } from "../../../components/table/ListError.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogCancel,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { runQueued } from "../../../data/calls/change-queue.ts";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { useTicketAction } from "../actions/use-ticket-action.ts";
import { ComposerField, type ComposerFieldHandle } from "../composer/ComposerField.tsx";
import { useMentions } from "../composer/mentions.ts";

/** Which of the reader's notes is edited or deleted. */
export interface NoteQuestion {
  what: "edit" | "delete";
  message: TimelineMessage;
}

interface NoteDialogsProps {
  ticket: Pick<TicketDetails, "id" | "number">;
  question: NoteQuestion | null;
  onClose: () => void;
}

const quiet = { meta: { showsError: true } };

export function NoteDialogs({ ticket, question, onClose }: NoteDialogsProps) {
  const { run } = useTicketAction();
  const { mutateAsync: deleteNote } = trpc.tickets.deleteNote.useMutation(quiet);
  if (!question) return null;
  const messageId = question.message.id;
  if (question.what === "edit") {
    return <EditNote key={messageId} ticket={ticket} messageId={messageId} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title="Delete your note?"
      description="This removes the note and its files for everyone. The timeline says that you deleted it."
      keep="Keep note"
      act="Delete note"
      destructive
      onAct={() => {
        onClose();
        void run({
          ticket,
          send: (requestId) => runQueued(ticket.id, () => deleteNote({ requestId, messageId })),
          failed: "Couldn't delete the note",
          done: "Note deleted",
        });
      }}
      onClose={onClose}
    />
  );
}

interface EditNoteProps extends Pick<NoteDialogsProps, "ticket" | "onClose"> {
  messageId: string;
}

function EditNote({ ticket, messageId, onClose }: EditNoteProps) {
  const { run } = useTicketAction();
  const note = trpc.tickets.ownNote.useQuery({ messageId }, { ...quiet, staleTime: 0, gcTime: 0 });
  const { mutateAsync: editNote } = trpc.tickets.editNote.useMutation(quiet);
  const { source, mentions, known } = useMentions({ ticketId: ticket.id });
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<ComposerFieldHandle>(null);
  const before = note.data?.body ?? "";
  const body = typed ?? before;
  const canSave = note.isSuccess && body.trim() !== "" && body.length <= ticketLimits.body;
  const save = async () => {
    if (!canSave) return;
    if (body === before) return onClose();
    const named = (await mentions(body)).map(({ id }) => id);
    onClose();
    void run({
      ticket,
      send: (requestId) =>
        runQueued(ticket.id, () => editNote({ requestId, messageId, body, mentions: named })),
      failed: "Couldn't edit the note",
      done: "Note edited",
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Edit note"
        description="Only staff see this. You can edit a note for 10 minutes."
        className="max-w-150"
      >
        {note.isError ? (
          <ListError failure={readFailure(note.error)} retry={() => void note.refetch()} />
        ) : note.isSuccess ? (
          <div className="rounded-md border border-note-border bg-note p-1.5">
            <ComposerField
              ref={field}
              label="Internal note"
              placeholder=""
              value={body}
              onChange={setTyped}
              onSubmit={() => void save()}
              completions={[source]}
              mentioned={known}
              className="max-h-[50dvh] min-h-36 px-1 py-0.5"
            />
          </div>
        ) : (
          <Skeleton className="h-36" />
        )}
        <DialogFooter>
          <DialogCancel />
          <Button aria-disabled={!canSave} onClick={() => void save()}>
            Save note
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
