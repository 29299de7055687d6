import { type ReactNode, useLayoutEffect, useRef } from "react";
import { paneSize } from "../../app/theme/pane-width.ts";
import { useStore } from "../../data/store.ts";
import { cn } from "../cn.ts";
import { takeFocus } from "../table/use-list-cursor.ts";
import { PaneEdge } from "../ui/pane-edge.tsx";
import { recordPane, useRoomForBoth } from "./record-pane.ts";

interface RecordPanesProps {
  list: ReactNode;
  /** Rows of the list are selected. */
  selecting: boolean;
  /** The open record, if any. */
  open: string | null;
  /** Next to the list, or above it where there is no room for both. */
  record: ReactNode;
}

/** A list and its open record. */
export function RecordPanes({ list, selecting, open, record }: RecordPanesProps) {
  const isRoomy = useRoomForBoth();
  const width = useStore(recordPane.width);
  const section = useRef<HTMLElement>(null);
  const left = useRef(open);
  useLayoutEffect(() => {
    if (open === null && left.current !== null) takeFocus(section.current, left.current);
    left.current = open;
  }, [open]);

  return (
    <div className="flex h-full">
      {(open === null || isRoomy) && (
        <section
          ref={section}
          aria-label="List"
          data-open-beside={open !== null || undefined}
          data-selecting={selecting || undefined}
          className="relative flex min-w-0 flex-1 flex-col"
        >
          {list}
        </section>
      )}
      {open !== null && isRoomy && (
        <PaneEdge label="Width of the record" pane={recordPane} side="right" />
      )}
      {open !== null && (
        <div
          data-beside-list={isRoomy || undefined}
          style={isRoomy ? { width: paneSize(recordPane, width) } : undefined}
          className={cn(
            "flex min-h-0 min-w-0 flex-col bg-background",
            isRoomy ? "shrink-0" : "flex-1",
          )}
        >
          {record}
        </div>
      )}
    </div>
  );
}
