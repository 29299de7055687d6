import { type ComponentProps, type DragEvent, useState } from "react";
import { cn } from "../cn.ts";

type FileDropAreaProps = ComponentProps<"div"> & {
  onFiles: (files: File[]) => void;
  /** The label while dragging: `Drop to attach to your reply`; null where files are not accepted. */
  words?: string | (() => string | null);
};

/** Accepts dropped and pasted files, and highlights while files are dragged over it. */
export function FileDropArea({
  onFiles,
  words = "Drop to attach",
  className,
  children,
  ...props
}: FileDropAreaProps) {
  const [over, setOver] = useState<string | null>(null);
  const wordsNow = () => (typeof words === "function" ? words() : words);
  const takes = (data: DataTransfer) => bringsFiles(data) && wordsNow() !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is to be had by the paperclip.
    <div
      data-slot="file-drop-area"
      data-over={over !== null}
      className={cn("relative", className)}
      onDragEnter={(event) => bringsFiles(event.dataTransfer) && setOver(wordsNow())}
      onDragLeave={(event) => leadsOut(event) && setOver(null)}
      onDragOver={(event) => {
        if (!takes(event.dataTransfer)) return;
        // Not all browsers report where a dragleave leads, which may be a child element.
        setOver(wordsNow());
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDrop={(event) => {
        setOver(null);
        if (!takes(event.dataTransfer)) return;
        event.preventDefault();
        onFiles(filesOf(event.dataTransfer));
      }}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0 || event.defaultPrevented || wordsNow() === null) return;
        event.preventDefault();
        onFiles(files);
      }}
      {...props}
    >
      {children}
      {over !== null && (
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-[inherit] border-2 border-primary border-dashed bg-card/90 font-medium text-selected-foreground text-sm">
          {over}
        </p>
      )}
    </div>
  );
}

/** Whether the drag leaves the area, not just for a child. Elements that were removed fire no dragleave. */
function leadsOut({ currentTarget, relatedTarget }: DragEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}

/** Whether a drag or a paste contains files. */
function bringsFiles({ types }: DataTransfer): boolean {
  return types.includes("Files");
}

/** The files of a drop or a paste, without folders. */
function filesOf(data: DataTransfer): File[] {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const files = items.filter((item) => !item.webkitGetAsEntry?.()?.isDirectory);
  return files.flatMap((item) => item.getAsFile() ?? []);
}

/** Ignores an image that was copied along with text, for example from a document. */
export function pastedFiles(data: DataTransfer): File[] {
  return data.getData("text/plain") === "" ? filesOf(data) : [];
}
