import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

/** A placeholder; set `aria-busy` on its container. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn("h-3 animate-pulse rounded-sm bg-border", className)}
      {...props}
    />
  );
}
