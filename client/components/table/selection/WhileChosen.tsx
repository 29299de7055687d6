import { type ReactNode, Suspense, useRef } from "react";
import { formatNumber } from "../../format/format.ts";

interface WhileChosenProps {
  /** How many rows are selected. */
  size: number;
  /** A shortcut asks about the row at the cursor. */
  asked?: boolean;
  /** The bar; it stays mounted so that it can animate out. */
  children: ReactNode;
}

/** Announces the selection to screen readers and shows its actions. */
export function WhileChosen({ size, asked, children }: WhileChosenProps) {
  const used = useRef(false);
  used.current ||= size > 0 || asked === true;
  return (
    <>
      <p role="status" className="sr-only">
        {size > 0 ? `${formatNumber(size)} selected` : used.current ? "Nothing selected" : ""}
      </p>
      {used.current && <Suspense fallback={null}>{children}</Suspense>}
    </>
  );
}
