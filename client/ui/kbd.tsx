import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border bg-card px-1 font-sans text-2xs text-muted-foreground pointer-coarse:hidden",
        className,
      )}
      {...props}
    />
  );
}
