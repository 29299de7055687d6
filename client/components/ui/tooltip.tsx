import * as Slot from "radix-ui/slot";
import type { ReactNode } from "react";

export type HintSide = "top" | "right" | "bottom" | "left";

interface HintProps {
  label: string;
  /** The key that does the same, shown beside the label. */
  shortcut?: string | undefined;
  side?: HintSide | undefined;
  /** One element: what is pointed at. */
  children: ReactNode;
}

/**
 * A tooltip. The element only carries its words; <Hints> shows them, one bubble for the whole page,
 * so that a list of a thousand rows costs nothing.
 */
export function Hint({ label, shortcut, side, children }: HintProps) {
  return (
    <Slot.Root data-hint={label} data-hint-shortcut={shortcut} data-hint-side={side}>
      {children}
    </Slot.Root>
  );
}
