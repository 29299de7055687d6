import { type ReactNode, Suspense, useRef } from "react";
import { formatNumber } from "../../format/format.ts";

interface WhileChosenProps {
  /** How many rows are chosen. */
  size: number;
  /** Something is asked of the row on which the keyboard stands. */
  asked?: boolean;
  /** What can be done: there from the first row on, and left to go by itself. */
  children: ReactNode;
}

/** Says how many rows are chosen to those who hear it, and shows what can be done to them. */
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
