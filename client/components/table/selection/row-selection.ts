import { type MouseEvent, type PointerEvent, useRef } from "react";

/** Rows that are chosen, to do something with all of them. */
export interface RowSelection<Row> {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** From the row that was chosen last to this one. */
  spanTo: (id: string) => void;
  /** The cursor goes from one row to another and takes them along. */
  extend: (from: string, to: string) => void;
  /** All rows that have come, or none. */
  toggleAll: () => void;
  /** Where the cursor stands: keys act there while nothing is chosen. */
  onCursor: (id: string | null) => void;
  nameOf: (row: Row) => string;
}

/** So long a finger rests on a row to choose it, and so far it may slip. */
const pressMs = 450;
const slip = 10;

/**
 * What a row takes to be chosen beside its checkbox: a click with Shift, a long press, and while
 * something is chosen each touch.
 */
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
      // Shift would mark the words between.
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
