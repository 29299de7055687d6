import type { ReactNode } from "react";

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <h1 className="font-semibold text-lg">{title}</h1>
      {children}
    </section>
  );
}
