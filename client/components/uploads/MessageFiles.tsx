import { Download, Eraser } from "lucide-react";
import { useEffect, useState } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { offlineSince } from "../../data/connection.ts";
import { useStore } from "../../data/store.ts";
import { cn } from "../cn.ts";
import { formatSize } from "../format/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { FileIcon } from "./FileIcon.tsx";
import { fileAddress, thumbnailAddress } from "./file-address.ts";

const Lightbox = lazyDialog(() => import("./Lightbox.tsx"), "Lightbox");

interface MessageFilesProps {
  files: readonly MessageFile[];
  /** Set for viewers who can permanently remove a file. */
  onRedact?: ((file: MessageFile) => void) | undefined;
}

/** The files of a message: thumbnails for images, downloads for the rest. */
export function MessageFiles({ files, onRedact }: MessageFilesProps) {
  const [open, setOpen] = useState<{ first: number; opener: HTMLElement } | null>(null);
  const images = files.filter(({ isImage }) => isImage);
  const others = files.filter(({ isImage }) => !isImage);
  if (files.length === 0) return null;
  return (
    <div data-slot="message-files" className="mt-2 flex flex-col gap-2">
      {images.length > 0 && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {images.map((image, index) => (
            <li key={image.id} className="group/file relative">
              <button
                type="button"
                aria-label={`View ${image.name}`}
                aria-haspopup="dialog"
                data-hint={image.name}
                data-hint-side="top"
                onPointerEnter={() => void Lightbox.preload()}
                onFocus={() => void Lightbox.preload()}
                onClick={({ currentTarget }) => setOpen({ first: index, opener: currentTarget })}
                className="block h-30 w-40 overflow-hidden rounded-md border bg-muted max-shell:h-24 max-shell:w-32"
              >
                <Thumbnail {...image} />
              </button>
              {onRedact && (
                <RedactButton
                  file={image}
                  onRedact={onRedact}
                  className="absolute top-1 right-1 bg-card"
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label="Files" className="flex flex-wrap gap-2">
          {others.map((file) => (
            <li key={file.id} className="group/file flex min-w-0 max-w-full items-center">
              <DownloadChip {...file} />
              {onRedact && <RedactButton file={file} onRedact={onRedact} />}
            </li>
          ))}
        </ul>
      )}
      {open && <Lightbox images={images} {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface RedactButtonProps {
  file: MessageFile;
  onRedact: (file: MessageFile) => void;
  className?: string;
}

/** Visible on hover and focus. */
function RedactButton({ file, onRedact, className }: RedactButtonProps) {
  return (
    <IconButton
      label={`Redact file ${file.name}…`}
      onClick={() => onRedact(file)}
      className={cn(
        "opacity-0 focus-visible:opacity-100 group-focus-within/file:opacity-100 group-hover/file:opacity-100 pointer-coarse:opacity-100",
        className,
      )}
    >
      <Eraser />
    </IconButton>
  );
}

/**
 * The box is rendered before the image, so nothing moves when it loads. If it fails, its name is shown and it
 * is retried when the connection returns.
 */
function Thumbnail(file: MessageFile) {
  const { name } = file;
  const isOffline = useStore(offlineSince) !== null;
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isOffline) setLost(false);
  }, [isOffline]);
  if (isLost) {
    return (
      <span className="flex size-full flex-col items-center justify-center gap-1 px-2 text-muted-foreground text-xs">
        <FileIcon name={name} />
        <span dir="auto" className="max-w-full truncate">
          {name}
        </span>
      </span>
    );
  }
  return (
    <img
      src={thumbnailAddress(file)}
      alt={name}
      loading="lazy"
      decoding="async"
      onError={() => setLost(true)}
      className="size-full object-cover"
    />
  );
}

function DownloadChip({ id, name, size }: MessageFile) {
  return (
    <a
      href={fileAddress(id)}
      download={name}
      className="group flex min-h-8 min-w-0 items-center gap-2 rounded-md border bg-card px-2.5 text-xs hover:bg-accent pointer-coarse:min-h-11 dark:bg-transparent dark:hover:bg-accent"
    >
      <FileIcon name={name} />
      <span className="sr-only">Download </span>
      <span dir="auto" className="min-w-0 truncate font-medium">
        {name}
      </span>{" "}
      <span className="shrink-0 text-muted-foreground tabular-nums">{formatSize(size)}</span>
      <Download aria-hidden className="shrink-0 text-muted-foreground" />
    </a>
  );
}
