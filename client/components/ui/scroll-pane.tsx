import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

/** A scrolling region that can be focused and scrolled by keyboard. */
export function ScrollPane({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable.
      tabIndex={0}
      className={cn("overflow-y-auto", className)}
      {...props}
    />
  );
}
