import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

const badgeVariants = cva(
  "inline-flex h-5 min-w-0 max-w-full shrink-0 items-center gap-1 truncate rounded-sm border px-1.5 text-2xs text-muted-foreground",
  {
    variants: {
      variant: {
        default: "bg-card dark:bg-transparent",
        selected: "border-transparent bg-selected text-selected-foreground",
        note: "border-note-border bg-note text-note-foreground",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

export function Badge({
  className,
  variant,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badgeVariants>) {
  return (
    <span data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />
  );
}

const dots = {
  success: "bg-success",
  warning: "bg-warning",
  muted: "bg-faint",
  danger: "bg-destructive",
};

/** A state as a dot and its word: never the colour alone. */
export function StateDot({ tone }: { tone: keyof typeof dots }) {
  return <span aria-hidden="true" className={cn("size-1.5 shrink-0 rounded-full", dots[tone])} />;
}
