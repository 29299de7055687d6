import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

interface PanelProps {
  title: string;
  /** Stands beside the title, such as a legend. */
  aside?: ReactNode;
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, aside, action, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={cn("min-w-0 rounded-lg border bg-card px-3.5 pt-2.5 pb-3.5", className)}
    >
      <div className="mb-2 flex items-start gap-3">
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
