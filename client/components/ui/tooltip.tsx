import * as Slot from "radix-ui/slot";
import type { ReactNode } from "react";

export type HintSide = "top" | "right" | "bottom" | "left";

interface HintProps {
  label: string;
  /** The shortcut, shown next to the label. */
  shortcut?: string | undefined;
  side?: HintSide | undefined;
  /** The one element with the tooltip. */
  children: ReactNode;
}

/**
 * A tooltip. The element only carries its text; <Hints> renders one bubble for the whole page, so that lists
 * of a thousand rows cost nothing.
 */
export function Hint({ label, shortcut, side, children }: HintProps) {
  return (
    <Slot.Root data-hint={label} data-hint-shortcut={shortcut} data-hint-side={side}>
      {children}
    </Slot.Root>
  );
}
