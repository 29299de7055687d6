import type { ReactNode } from "react";
import { ViewMenu } from "./ViewMenu.tsx";

interface ViewToolbarProps {
  name: string;
  /** The held mail is shown instead of a view. */
  isHeld?: boolean;
  children: ReactNode;
}

/** The row above a list: the name of the view, the menu of views, and what belongs to this list. */
export function ViewToolbar({ name, isHeld = false, children }: ViewToolbarProps) {
  return (
    <div className="flex h-10.5 shrink-0 items-center gap-2 border-b px-4 pointer-coarse:h-13">
      <h1 dir="auto" className="min-w-0 truncate font-semibold max-xl:not-print:sr-only">
        {name}
      </h1>
      <ViewMenu name={name} isHeld={isHeld} />
      {children}
    </div>
  );
}
