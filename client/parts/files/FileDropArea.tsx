import type { ComponentProps } from "react";
import { cn } from "../../lib/cn.ts";
import { pastedFiles } from "./dropped-files.ts";
import { useFileDrop } from "./use-file-drop.ts";

type FileDropAreaProps = ComponentProps<"div"> & {
  onFiles: (files: File[]) => void;
  /** What happens on letting go: `Drop to attach to your reply`. */
  words?: string;
};

/** Files dropped on it or pasted into it are taken, and it shows that it would. */
export function FileDropArea({
  onFiles,
  words = "Drop to attach",
  className,
  children,
  ...props
}: FileDropAreaProps) {
  const { over, handlers } = useFileDrop(onFiles);
  return (
    <div
      data-slot="file-drop-area"
      data-over={over}
      className={cn("relative", className)}
      {...handlers}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0 || event.defaultPrevented) return;
        event.preventDefault();
        onFiles(files);
      }}
      {...props}
    >
      {children}
      {over && (
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-[inherit] border-2 border-primary border-dashed bg-card/90 font-medium text-selected-foreground text-sm">
          {words}
        </p>
      )}
    </div>
  );
}
