import { RotateCw, X } from "lucide-react";
import { cn } from "../cn.ts";
import { formatSize } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { Progress } from "../ui/progress.tsx";
import { FileIcon } from "./FileIcon.tsx";
import { thumbnailAddress } from "./file-address.ts";
import type { Upload, Uploads } from "./uploads.ts";

type FileChipsProps = Pick<Uploads, "remove" | "retry"> & {
  uploads: readonly Upload[];
  className?: string;
};

/** The files of a message, each with its progress or error. */
export function FileChips({ uploads, remove, retry, className }: FileChipsProps) {
  const failed = uploads.filter(({ state }) => state === "failed");
  return (
    <>
      {uploads.length > 0 && (
        <ul
          aria-label="Files of this message"
          data-slot="file-chips"
          className={cn("grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2", className)}
        >
          {uploads.map((upload) => (
            <FileChip key={upload.key} upload={upload} onRemove={remove} onRetry={retry} />
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <p className="mt-1.5 text-danger-text text-xs">
          {`These files can't be uploaded. ${failed.some(({ canRetry }) => canRetry) ? "Try again or remove them." : "Remove them to send."}`}
        </p>
      )}
      <p role="status" className="sr-only">
        {describeUploads(uploads)}
      </p>
    </>
  );
}

interface FileChipProps {
  upload: Upload;
  onRemove: (key: number) => void;
  onRetry: (key: number) => void;
}

function FileChip({ upload, onRemove, onRetry }: FileChipProps) {
  const { key, name, size, state, progress, trouble, canRetry, file } = upload;
  // After the upload, the server has determined whether it is an image.
  const shown = file ? file.isImage : upload.preview !== null;
  const preview = shown ? (upload.preview ?? (file ? thumbnailAddress(file) : null)) : null;
  const failed = state === "failed";
  return (
    <li
      data-slot="file-chip"
      data-state={state}
      className={cn(
        "flex min-w-0 items-center gap-2 rounded-md border bg-card p-1.5 text-foreground text-xs",
        failed && "border-destructive/60",
      )}
    >
      <span className="grid size-8 shrink-0 place-items-center overflow-hidden rounded-sm bg-muted">
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon name={name} />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span dir="auto" data-hint={name} data-hint-cut="" className="truncate font-medium">
          {name}
        </span>
        {failed ? (
          <span className="text-danger-text">{trouble}</span>
        ) : (
          <span className="text-muted-foreground tabular-nums">
            {state === "waiting" ? "Waiting" : formatSize(size)}
          </span>
        )}
        {state === "sending" && (
          <Progress label={`Uploading ${name}`} value={Math.round(progress * 100)} />
        )}
      </span>
      {failed && canRetry && (
        <ChipButton label={`Upload ${name} again`} onClick={() => onRetry(key)}>
          <RotateCw />
        </ChipButton>
      )}
      <ChipButton
        label={state === "done" || failed ? `Remove ${name}` : `Cancel ${name}`}
        onClick={() => onRemove(key)}
      >
        <X />
      </ChipButton>
    </li>
  );
}

interface ChipButtonProps {
  label: string;
  onClick: () => void;
  children: React.ReactNode;
}

function ChipButton({ label, ...props }: ChipButtonProps) {
  return <Button variant="ghost" size="icon-xs" aria-label={label} data-hint={label} {...props} />;
}

/** Announced when an upload ends, not at each step. */
function describeUploads(uploads: readonly Upload[]): string {
  if (uploads.some(({ state }) => state === "waiting" || state === "sending")) return "";
  const failed = uploads.filter(({ state }) => state === "failed");
  if (failed.length > 0) return failed.map(({ name, trouble }) => `${name}: ${trouble}`).join(" ");
  if (uploads.length === 0) return "";
  return uploads.length === 1 ? "1 file attached" : `${uploads.length} files attached`;
}
