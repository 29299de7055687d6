import type { ReactNode } from "react";

/** Rows of labels and values. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-0.5 pb-3">{children}</dl>;
}

export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[6.5rem_minmax(0,1fr)] items-start">
      <dt className="py-1.5 text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere flex min-h-8 min-w-0 flex-col justify-center">{children}</dd>
    </div>
  );
}
