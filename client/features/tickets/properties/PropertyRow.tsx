import type { ComponentProps, ReactNode } from "react";
import { cn } from "../../../components/cn.ts";

/** A field with its label. Empty fields are not printed. */
export function PropertyRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-7 grid-cols-[5rem_minmax(0,1fr)] items-start print:has-data-none:hidden">
      {/* Aligned with the button of the value. */}
      <dt className="py-1 text-muted-foreground pointer-coarse:has-[+dd_button]:py-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Opens the editor of a field. Its label names the field, its content is the value. */
export function PropertyButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={cn(
        "flex min-h-7 w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left hover:bg-accent disabled:cursor-default disabled:hover:bg-transparent data-[state=open]:bg-accent pointer-coarse:min-h-11",
        className,
      )}
      {...props}
    />
  );
}

export function PropertySection({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="border-t py-3 print:has-data-none:hidden">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 className="text-muted-foreground text-xs">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
