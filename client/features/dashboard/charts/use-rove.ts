import { type FocusEvent, type KeyboardEvent, useState } from "react";

interface Place {
  row: number;
  column: number;
}

/**
 * A chart is one tab stop; arrow keys, Home and End move inside it. Each mark carries its position:
 * `data-at="row column"`.
 */
export function useRove(rows: number, columns: number) {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const here = within(place, rows, columns);
  return {
    group: {
      onFocus(event: FocusEvent) {
        const at = placeOf(event.target);
        if (at) setPlace(at);
      },
      onKeyDown(event: KeyboardEvent) {
        const from = placeOf(event.target as Element);
        const to = from && nextPlace(from, event, rows, columns);
        const mark = to && event.currentTarget.querySelector(`[data-at="${to.row} ${to.column}"]`);
        if (!mark) return;
        event.preventDefault();
        (mark as HTMLElement | SVGElement).focus();
      },
    },
    mark: (row: number, column: number) => ({
      "data-at": `${row} ${column}`,
      tabIndex: row === here.row && column === here.column ? 0 : -1,
    }),
  };
}

/** The data may have changed, and a shorter period has fewer marks. */
function within({ row, column }: Place, rows: number, columns: number): Place {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
}

function placeOf(mark: Element): Place | null {
  const at = mark.closest("[data-at]")?.getAttribute("data-at");
  if (!at) return null;
  const [row = 0, column = 0] = at.split(" ").map(Number);
  return { row, column };
}

export function nextPlace(
  { row, column }: Place,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  rows: number,
  columns: number,
): Place | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "ArrowLeft" && column > 0) return { row, column: column - 1 };
  if (key === "ArrowRight" && column < columns - 1) return { row, column: column + 1 };
  if (key === "ArrowUp" && row > 0) return { row: row - 1, column };
  if (key === "ArrowDown" && row < rows - 1) return { row: row + 1, column };
  if (key === "Home") return { row, column: 0 };
  if (key === "End") return { row, column: columns - 1 };
  return null;
}
