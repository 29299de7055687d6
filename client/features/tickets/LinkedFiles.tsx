import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { formatSize } from "../../components/format/format.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { FileIcon } from "../../components/uploads/FileIcon.tsx";
import type { OneTicketCalls } from "./one-ticket-calls.ts";

interface LinkedFilesProps {
  files: readonly MessageFile[];
  calls: OneTicketCalls;
}

/** The files of a message on the page behind a mailed link: pictures and downloads, all as blobs. */
export function LinkedFiles({ files, calls }: LinkedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-2 flex flex-col items-start gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 max-w-full flex-col items-start gap-1">
          {file.isImage && <Picture file={file} calls={calls} />}
          <Button
            variant="outline"
            className="max-w-full"
            onClick={() => void download(file, calls)}
          >
            <FileIcon name={file.name} />
            <span className="sr-only">Download</span>
            <span dir="auto" className="min-w-0 truncate">
              {file.name}
            </span>
            <span className="shrink-0 text-muted-foreground tabular-nums">
              {formatSize(file.size)}
            </span>
            <Download aria-hidden className="shrink-0 text-muted-foreground" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** A small copy; a click shows the picture itself. */
function Picture({ file, calls }: { file: MessageFile; calls: OneTicketCalls }) {
  const [whole, setWhole] = useState(false);
  const address = useBlob(file, calls, !whole);
  if (address === null) return null;
  return (
    <button
      type="button"
      aria-expanded={whole}
      aria-label={`View ${file.name}`}
      onClick={() => setWhole(!whole)}
      className="max-w-full overflow-hidden rounded-md border bg-muted"
    >
      <img
        src={address}
        alt={file.name}
        className={whole ? "h-auto max-w-full" : "h-30 w-40 object-cover"}
      />
    </button>
  );
}

/** Null until it is there, and if it can't be loaded: its name is shown below anyway. */
function useBlob(file: MessageFile, calls: OneTicketCalls, thumbnail: boolean): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    calls.fetchFile(file, { thumbnail }).then(
      (blob) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => {},
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, calls, thumbnail]);
  return address;
}

async function download(file: MessageFile, calls: OneTicketCalls): Promise<void> {
  try {
    const address = URL.createObjectURL(await calls.fetchFile(file));
    const link = Object.assign(document.createElement("a"), {
      href: address,
      download: file.name,
    });
    link.click();
    // The browser needs it until the download has begun.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    notify({ kind: "error", message: `Couldn't download ${file.name}. Try again.` });
  }
}
