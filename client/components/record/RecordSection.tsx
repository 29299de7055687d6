import type { ReactNode } from "react";

interface RecordSectionProps {
  title: string;
  /** A short count. */
  count?: ReactNode;
  /** Shown at the end of the heading: `Show all`, or an add button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a record with its own heading. */
export function RecordSection({ title, count, aside, children }: RecordSectionProps) {
  return (
    <section aria-label={title} className="border-t py-3">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        <span className="min-w-0 flex-1 truncate text-muted-foreground tabular-nums">{count}</span>
        {aside}
      </div>
      {children}
    </section>
  );
}
