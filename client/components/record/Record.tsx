import type { ReactNode } from "react";

interface RecordProps {
  /** What it is called, for those who hear it. */
  label: string;
  /** Stays while the rest scrolls. */
  header: ReactNode;
  children: ReactNode;
}

/** One record: who or what it is, and below it all that is known of it. */
export function Record({ label, header, children }: RecordProps) {
  return (
    <section data-slot="record" aria-label={label} className="flex min-h-0 flex-1 flex-col">
      {header}
      <div className="min-h-0 flex-1 overflow-y-auto px-4.5 pb-6">{children}</div>
    </section>
  );
}
