import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export function Label({ className, ...props }: ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller sets htmlFor.
    <label
      data-slot="label"
      className={cn("select-none font-medium text-sm", className)}
      {...props}
    />
  );
}
