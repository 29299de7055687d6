import { type ComponentProps, type DragEvent, useState } from "react";
import { cn } from "../cn.ts";
import { bringsFiles, filesOf, pastedFiles } from "./dropped-files.ts";

type FileDropAreaProps = ComponentProps<"div"> & {
  onFiles: (files: File[]) => void;
  /** What happens on letting go: `Drop to attach to your reply`; null where nothing is taken. */
  words?: string | (() => string | null);
};

/** Files dropped on it or pasted into it are taken, and it shows that it would. */
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
        // Not every browser says where a leave leads to, which may be a part of this.
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

/** Not into a part of it; of what is gone by then no leave is heard. */
function leadsOut({ currentTarget, relatedTarget }: DragEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}
