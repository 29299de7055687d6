import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

const look =
  "inline-flex h-5 min-w-0 max-w-full shrink-0 items-center gap-1 truncate rounded-sm border bg-card px-1.5 text-2xs text-muted-foreground dark:border-input dark:bg-transparent";

export function Badge({ className, ...props }: ComponentProps<"span">) {
  return <span data-slot="badge" className={cn(look, className)} {...props} />;
}
