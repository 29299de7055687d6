import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { type Pane, savePaneWidth, setPaneWidth } from "../../app/theme/pane-width.ts";
import { useStore } from "../../data/store.ts";
import { cn } from "../cn.ts";

interface PaneEdgeProps {
  label: string;
  pane: Pane;
  /** The side of the edge on which the pane is. */
  side: "left" | "right";
}

const step = 16;

/** The divider between two panes: drag, arrow keys, or double-click to reset. */
export function PaneEdge({ label, pane, side }: PaneEdgeProps) {
  const width = useStore(pane.width);
  const [dragging, setDragging] = useState<{ x: number; width: number } | null>(null);
  const outwards = side === "left" ? 1 : -1;
  const change = (next: number) => {
    setPaneWidth(pane, next);
    savePaneWidth(pane);
  };
  const steer = (event: KeyboardEvent) => {
    const by = { ArrowRight: step, ArrowLeft: -step }[event.key];
    const next = { Home: pane.least, End: pane.most }[event.key] ?? (by && width + by * outwards);
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const drag = (event: PointerEvent) => {
    if (dragging) setPaneWidth(pane, dragging.width + (event.clientX - dragging.x) * outwards);
  };
  const drop = () => {
    setDragging(null);
    savePaneWidth(pane);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be moved.
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={pane.least}
      aria-valuemax={pane.most}
      tabIndex={0}
      onKeyDown={steer}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging({ x: event.clientX, width });
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => change(pane.usual)}
      className={cn(
        "relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-border before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-primary focus-visible:outline-1 focus-visible:outline-offset-0",
        dragging && "bg-primary",
      )}
    />
  );
}
