import { type DragEvent, useState } from "react";

/** Files that are dropped on the composer, and whether some hang above it. */
export function useFileDrop(add: (files: File[]) => void) {
  const [dropping, setDropping] = useState(false);
  return {
    dropping,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDropping(true);
      },
      onDragLeave: () => setDropping(false),
      onDrop(event: DragEvent) {
        setDropping(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
    },
  };
}
