import { type DragEvent, useRef, useState } from "react";
import { bringsFiles, filesOf } from "./dropped-files.ts";

/** Files that are dropped on something, and whether some hang above it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  // Entering a child comes before leaving its parent: only the last leave counts.
  const depth = useRef(0);
  const move = (by: number) => {
    depth.current = by === 0 ? 0 : Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => bringsFiles(event.dataTransfer) && move(1),
      onDragLeave: (event: DragEvent) => bringsFiles(event.dataTransfer) && move(-1),
      onDragOver(event: DragEvent) {
        if (!bringsFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      },
      onDrop(event: DragEvent) {
        move(0);
        if (!bringsFiles(event.dataTransfer)) return;
        event.preventDefault();
        onFiles(filesOf(event.dataTransfer));
      },
    },
  };
}
