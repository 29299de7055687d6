import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

const look =
  "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border bg-card px-1 font-sans text-2xs text-muted-foreground pointer-coarse:hidden";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return <kbd data-slot="kbd" className={cn(look, className)} {...props} />;
}

/** A decorative shortcut on a button; hidden from screen readers. */
export function KbdMark({ keys, className }: { keys: string; className?: string }) {
  return (
    <Kbd
      aria-hidden="true"
      data-keys={keys}
      className={cn("before:content-[attr(data-keys)]", className)}
    />
  );
}
