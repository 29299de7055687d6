import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

/** The shape of what comes. Say `aria-busy` on what holds it. */
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
