import type { ReactNode } from "react";
import { Skeleton } from "../../../components/ui/skeleton.tsx";

/** An empty chart keeps its days and says that it is empty. */
export function DayChart({ nothing, children }: { nothing: string | false; children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      {nothing && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center pb-8 text-muted-foreground">
          {nothing}
        </p>
      )}
    </div>
  );
}

export function DayChartSkeleton() {
  return <Skeleton className="h-52 bg-accent" />;
}
