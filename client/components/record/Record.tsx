import type { ReactNode } from "react";

interface RecordProps {
  /** The accessible name. */
  label: string;
  /** Stays visible while the rest scrolls. */
  header: ReactNode;
  children: ReactNode;
}

/** A record with a fixed header and a scrolling body. */
export function Record({ label, header, children }: RecordProps) {
  return (
    <section data-slot="record" aria-label={label} className="flex min-h-0 flex-1 flex-col">
      {header}
      <div className="min-h-0 flex-1 overflow-y-auto px-4.5 pb-6">{children}</div>
    </section>
  );
}
