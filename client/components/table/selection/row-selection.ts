import { type MouseEvent, type PointerEvent, useRef } from "react";

/** The selected rows of a list. */
export interface RowSelection<Row> {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects from the last selected row to this one. */
  spanTo: (id: string) => void;
  /** The cursor moves from one row to another and selects both. */
  extend: (from: string, to: string) => void;
  /** Selects all loaded rows, or none. */
  toggleAll: () => void;
  /** Reports the cursor's row, on which shortcuts act while nothing is selected. */
  onCursor: (id: string | null) => void;
  nameOf: (row: Row) => string;
}

/** How long a touch must last to select a row, and how far it may move. */
const pressMs = 450;
const slip = 10;

/** Selects rows without their checkbox: Shift and click, long press, and while rows are selected a tap. */
export function useRowGestures(selection: RowSelection<never> | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const pressed = useRef(false);
  const touched = useRef(false);
  if (!selection) return () => ({});
  const release = () => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  };
  return (id: string) => ({
    "data-selected": selection.ids.has(id) || undefined,
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      release();
      touched.current = pointerType === "touch";
      pressed.current = false;
      if (!touched.current) return;
      const choose = () => {
        pressed.current = true;
        selection.toggle(id);
      };
      press.current = { timer: setTimeout(choose, pressMs), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > slip) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu(event: MouseEvent) {
      if (touched.current) event.preventDefault();
    },
    onMouseDown(event: MouseEvent) {
      // Prevents Shift and click from selecting text.
      if (event.shiftKey) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (event.target instanceof HTMLInputElement) return;
      const chooses = touched.current && selection.ids.size > 0;
      if (!event.shiftKey && !pressed.current && !chooses) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) selection.spanTo(id);
      else if (!pressed.current) selection.toggle(id);
      pressed.current = false;
    },
  });
}
