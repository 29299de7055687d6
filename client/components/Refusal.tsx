import type { ReactNode } from "react";
import { type Failure, isSessionOver } from "../data/errors.ts";

interface RefusalProps {
  failure: Failure | null;
  /** What else is to be known. */
  children?: ReactNode;
}

/** Why the desk refused what a form or a question sent; that the session is over is said elsewhere. */
export function Refusal({ failure, children }: RefusalProps) {
  if (!failure || isSessionOver(failure)) return null;
  return (
    <p role="alert" className="text-danger-text text-sm">
      {failure.message} {children}
    </p>
  );
}
