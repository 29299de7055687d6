import { type ReactNode, useId } from "react";
import { Skeleton } from "./ui/skeleton.tsx";

interface SectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

export function Section({ title, description, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t py-6 shell:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        <p className="text-muted-foreground">{description}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A list of a section while it loads. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="divide-y rounded-lg border">
      {["w-40", "w-32"].map((width) => (
        <div key={width} className="flex items-center gap-3 px-3.5 py-3">
          <Skeleton className="size-4" />
          <div className="flex flex-1 flex-col gap-2 py-0.5">
            <Skeleton className={width} />
            <Skeleton className="w-56 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
