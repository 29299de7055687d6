import { cn } from "../lib/cn.ts";

/** The desk's mark: the first letter of its name. */
export function DeskMark({ title, className }: { title: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      title={title}
      className={cn(
        "grid size-6 select-none place-items-center rounded-md bg-primary font-bold text-primary-foreground text-xs",
        className,
      )}
    >
      {[...title][0]?.toLocaleUpperCase()}
    </span>
  );
}
