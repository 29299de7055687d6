import type { ReactNode } from "react";
import { Skeleton } from "../../../components/ui/skeleton.tsx";

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <h1 className="font-semibold text-lg">{title}</h1>
      {children}
    </section>
  );
}

export function AuthCardSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
