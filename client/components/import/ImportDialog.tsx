import { useState } from "react";
import type { ImportFile, ImportKind } from "../../../shared/imports.ts";
import { trpc } from "../../data/trpc.ts";
import { noteStartedJob, shownResult } from "../jobs/started-jobs.ts";
import { Dialog, DialogContent } from "../ui/dialog.tsx";
import { useMounted } from "../use-mounted.ts";
import { CheckFile } from "./CheckFile.tsx";
import { ChooseFile } from "./ChooseFile.tsx";

interface ImportDialogProps {
  kind: ImportKind;
  onClose: () => void;
}

/** First choose a file, then check the preview; nothing changes before it is confirmed. */
export function ImportDialog({ kind, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<ImportFile | null>(null);
  const discard = trpc.imports.discard.useMutation({ meta: { showsError: true } });
  const leave = () => {
    if (file) discard.mutate({ id: file.id });
    setFile(null);
  };
  const utils = trpc.useUtils();
  const mounted = useMounted();
  const start = async (jobId: string) => {
    noteStartedJob(jobId);
    // The import is a job now; the dialog shows its progress from the start.
    await Promise.allSettled([
      utils.jobs.get.fetch({ id: jobId }),
      utils.imports.result.fetch({ jobId }),
    ]);
    // If the dialog was closed, the job bar shows how it ended.
    if (!mounted.current) return;
    shownResult.set(jobId);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        leave();
        onClose();
      }}
    >
      <DialogContent
        title={`Import ${kind}`}
        description={
          file
            ? "Nothing has been changed yet."
            : "Choose a CSV file. You'll see a preview before anything changes."
        }
        className="max-w-180"
      >
        {file ? (
          <CheckFile key={file.id} file={file} onBack={leave} onStarted={start} />
        ) : (
          <ChooseFile kind={kind} onFile={setFile} />
        )}
      </DialogContent>
    </Dialog>
  );
}
