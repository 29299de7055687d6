import { FileSpreadsheet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  type ImportFile,
  type ImportKind,
  importFieldNames,
  importFieldsOf,
  importLimits,
  importSpecs,
} from "../../../shared/imports.ts";
import { sendBytes } from "../../data/calls/send-file.ts";
import { whenOnline } from "../../data/connection.ts";
import { handleCallError, isSessionOver, readFailure } from "../../data/errors.ts";
import { formatNumber } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { DialogCancel, DialogFooter } from "../ui/dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { FileDropArea } from "../uploads/FileDropArea.tsx";

interface ChooseFileProps {
  kind: ImportKind;
  onFile: (file: ImportFile) => void;
}

/** Pick or drop a file; errors about the whole file are shown here. */
export function ChooseFile({ kind, onFile }: ChooseFileProps) {
  const { bring, arriving, trouble } = useUpload(kind, onFile);
  const input = useRef<HTMLInputElement>(null);
  const { key, many } = importSpecs[kind];
  return (
    <>
      <FileDropArea words="Drop to check this file" onFiles={bring} className="rounded-lg">
        <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center">
          <FileSpreadsheet aria-hidden="true" className="size-6 text-muted-foreground" />
          {arriving === null ? (
            <>
              <Button data-first="" autoFocus onClick={() => input.current?.click()}>
                Choose a file
              </Button>
              <p className="text-muted-foreground text-sm">or drop it here</p>
            </>
          ) : (
            <div role="status" className="flex w-full max-w-80 flex-col gap-2">
              <p className="text-sm">
                {arriving < 1 ? "Uploading the file…" : "Reading the file…"}
              </p>
              <Progress label="Uploading the file" value={arriving} max={1} />
            </div>
          )}
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            aria-label="CSV file"
            tabIndex={-1}
            className="sr-only"
            onChange={({ currentTarget }) => {
              bring([...(currentTarget.files ?? [])]);
              // Reset, so that the same file can be chosen again after fixing it.
              currentTarget.value = "";
            }}
          />
        </div>
      </FileDropArea>
      {trouble && (
        <p role="alert" className="text-danger-text">
          {trouble}
        </p>
      )}
      <div className="flex flex-col gap-1 text-muted-foreground text-sm">
        <p>
          The first row holds the column names. {importFieldNames[key]} is required; optional:{" "}
          {importFieldsOf(kind)
            .filter((field) => field !== key)
            .map((field) => importFieldNames[field])
            .join(", ")}
          .
        </p>
        <p>
          Existing {many} (matched by {importFieldNames[key].toLowerCase()}) are updated, others
          created. Empty cells are ignored.
        </p>
        <p>
          Up to {Math.round(importLimits.bytes / 1024 / 1024)} MB and{" "}
          {formatNumber(importLimits.rows)} rows.
        </p>
      </div>
      <DialogFooter>
        <DialogCancel />
      </DialogFooter>
    </>
  );
}

function useUpload(kind: ImportKind, onFile: (file: ImportFile) => void) {
  const [arriving, setArriving] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  const latest = useRef<File>(null);
  useEffect(() => () => stop.current.abort(), []);

  const bring = (files: File[]) => {
    const [file, ...others] = files;
    if (!file || arriving !== null) return;
    const refusal = others.length > 0 ? "Choose one file at a time." : refusalOf(file);
    setTrouble(refusal);
    latest.current = refusal === null ? file : null;
    if (refusal === null) void send(file);
  };

  async function send(file: File): Promise<void> {
    setArriving(0);
    const { signal } = stop.current;
    try {
      const address = `/node/imports/${kind}`;
      const sending = { signal, onProgress: setArriving };
      const { import: arrived } = await sendBytes<{ import: ImportFile }>(address, file, sending);
      onFile(arrived);
    } catch (error) {
      if (signal.aborted) return;
      handleCallError(error, { showsError: true });
      const failure = readFailure(error);
      setArriving(null);
      if (failure.offline) return await sendLater(file);
      if (isSessionOver(failure)) return;
      setTrouble(
        failure.status === null ? "Couldn't upload the file. Try again." : failure.message,
      );
    }
  }

  async function sendLater(file: File): Promise<void> {
    setTrouble("You're offline. The file is sent when you're back online.");
    await whenOnline();
    if (stop.current.signal.aborted || latest.current !== file) return;
    setTrouble(null);
    await send(file);
  }

  return { bring, arriving, trouble };
}

/** Checked before uploading, since the server would refuse it. */
function refusalOf({ size }: File): string | null {
  if (size === 0) return "This file is empty.";
  if (size <= importLimits.bytes) return null;
  const most = Math.round(importLimits.bytes / 1024 / 1024);
  return `CSV files can be up to ${most} MB. Split it into smaller files.`;
}
