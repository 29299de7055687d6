import { AtSign, Eye, LockKeyhole, PencilLine, Zap } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import type { Macro } from "../../../../shared/macros.ts";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { Label } from "../../../components/ui/label.tsx";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import { FileDropArea } from "../../../components/uploads/FileDropArea.tsx";
import { FilePicker } from "../../../components/uploads/FilePicker.tsx";
import type { ComposerFiles } from "../../../components/uploads/use-composer-files.tsx";
import {
  ComposerField,
  type ComposerFieldHandle,
  MissingText,
} from "../composer/ComposerField.tsx";
import { FormatBar, FormattingButton, inOneRow } from "../composer/FormatBar.tsx";
import { MessagePreview } from "../composer/MessagePreview.tsx";
import { useMacroSource } from "../composer/use-macro-source.ts";
import { macroFields, readForm } from "./new-ticket-form.ts";
import type { NewTicket } from "./use-new-ticket.ts";

const MacrosDialog = lazyDialog(() => import("../../../app/lazy/overlays.ts"), "MacrosDialog");

interface FirstMessageProps {
  ticket: NewTicket;
  files: ComposerFiles;
  /** With Shift, staff also resolve the ticket. */
  onSubmit: (resolves: boolean) => void;
}

/** The first message; staff can begin with a note, for example after a call. */
export function FirstMessage({ ticket, files, onSubmit }: FirstMessageProps) {
  const { draft, form, forOthers, people, mentions, mentioned, problems, setBody } = ticket;
  const problem = problems.body ?? problems.mentions;
  const { source: macros, managing, manage } = useMacrosOf(ticket);
  const [preview, setPreview] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const showsTools = forOthers || unfolded;
  const field = useRef<ComposerFieldHandle>(null);
  const id = useId();
  const lacksWords = draft.body.trim() === "" && files.hasAny && !problem;
  const label = !forOthers ? "Tell us more" : form.asNote ? "Internal note" : "Message";
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-2.5">
          <Label htmlFor={id}>{label}</Label>
          {form.asNote ? (
            <p className="flex items-center gap-1.5 text-note-foreground text-xs">
              <LockKeyhole className="size-3.5" />
              Only staff see this
            </p>
          ) : (
            forOthers &&
            form.requester && (
              <p className="min-w-0 truncate text-muted-foreground text-xs">
                to <bdi>{form.requester.name}</bdi>
              </p>
            )
          )}
        </div>
      </div>
      <FileDropArea
        onFiles={files.add}
        className={cn(
          "rounded-md border p-1.5 focus-within:ring-3",
          form.asNote
            ? "border-note-border bg-note focus-within:ring-note-foreground/15"
            : "border-input bg-card focus-within:border-ring focus-within:ring-ring/25 dark:bg-background",
          problem && "border-destructive",
        )}
      >
        {preview ? (
          <MessagePreview
            body={draft.body}
            mentions={form.asNote ? mentions : undefined}
            className="max-h-[50dvh] min-h-36"
          />
        ) : (
          <ComposerField
            ref={field}
            id={id}
            describedBy={problem ? `${id}-error` : lacksWords ? `${id}-lacks-words` : undefined}
            invalid={problem !== undefined}
            placeholder=""
            value={draft.body}
            onChange={setBody}
            onSubmit={onSubmit}
            onFiles={files.add}
            completions={[...(form.asNote ? [people] : []), ...(macros ? [macros] : [])]}
            mentioned={form.asNote ? mentioned : undefined}
            className="max-h-[50dvh] min-h-36 px-1 py-0.5"
          />
        )}
        {files.chips}
        {lacksWords && <MissingText id={`${id}-lacks-words`} />}
        <div className={cn("flex flex-wrap items-center", showsTools && inOneRow)}>
          {forOthers && files.button}
          {!forOthers && (
            <FormattingButton unfolded={unfolded} onClick={() => setUnfolded(!unfolded)} />
          )}
          {showsTools && (
            <FormatBar onFormat={(format) => field.current?.format(format)} disabled={preview} />
          )}
          {form.asNote && (
            <IconButton
              label="Mention someone"
              shortcut="@"
              disabled={preview}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => field.current?.insert("@")}
            >
              <AtSign />
            </IconButton>
          )}
          {macros && (
            <IconButton
              label="Macros"
              shortcut="/"
              disabled={preview}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => field.current?.begin("/")}
            >
              <Zap />
            </IconButton>
          )}
          {showsTools && (
            <Button
              variant="ghost"
              size="sm"
              aria-pressed={preview}
              data-hint={preview ? "Edit" : "Preview"}
              data-hint-cut=""
              onClick={() => setPreview(!preview)}
            >
              {preview ? <PencilLine /> : <Eye />}
              <span className="max-shell:sr-only">{preview ? "Edit" : "Preview"}</span>
            </Button>
          )}
        </div>
      </FileDropArea>
      {problem && (
        <p id={`${id}-error`} className="text-danger-text text-xs">
          {problem}
        </p>
      )}
      {!forOthers && (
        <div className="pt-2">
          <FilePicker onFiles={files.add} words="Add photos or files" />
        </div>
      )}
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
    </div>
  );
}

/** Macros fill in the form: what they change is seen before the ticket is created. */
function useMacrosOf({ keeper, author, set }: NewTicket) {
  const known = useMemo(
    () => () => {
      const { subject, requester, companyId } = readForm(keeper.state.get().form);
      const companies = requester?.companies ?? [];
      return {
        subject,
        requesterName: requester?.name ?? "",
        requesterFirstName: requester?.name.split(" ")[0] ?? "",
        companyName: companies.find(({ id }) => id === companyId)?.name ?? "",
      };
    },
    [keeper],
  );
  return useMacroSource(keeper, known, ({ changes }: Macro) => {
    if (author) set(macroFields(changes, readForm(keeper.state.get().form), author));
  });
}
