import { Skeleton } from "../ui/skeleton.tsx";
import { FigureRowSkeleton } from "./FigureRow.tsx";
import { Panel } from "./Panel.tsx";

const bars = Array.from({ length: 6 }, (_, index) => index);

export function DashboardSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="flex flex-col gap-3.5">
      <FigureRowSkeleton />
      <div className="grid gap-3.5 shell:grid-cols-2 xl:grid-cols-4">
        <Panel title="Created and resolved" className="shell:col-span-2">
          <Skeleton className="h-52" />
        </Panel>
        <Panel title="Open by status">
          <BarsSkeleton />
        </Panel>
        <Panel title="Open by company">
          <BarsSkeleton />
        </Panel>
      </div>
    </div>
  );
}

function BarsSkeleton() {
  return bars.map((bar) => (
    <div key={bar} className="flex h-8 items-center gap-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="flex-1" />
    </div>
  ));
}
