import type { ReactNode } from "react";
import { type Failure, isSessionOver } from "../data/errors.ts";

interface RefusalProps {
  failure: Failure | null;
  /** Further details. */
  children?: ReactNode;
}

/** Why the server refused a form or a dialog. The end of a session is shown by its own alert. */
export function Refusal({ failure, children }: RefusalProps) {
  if (!failure || isSessionOver(failure)) return null;
  return (
    <p role="alert" className="text-danger-text text-sm">
      {failure.message} {children}
    </p>
  );
}
