import * as ScrollAreaParts from "radix-ui/scroll-area";
import type { ComponentProps } from "react";
import { pageNonce } from "../lib/browser/nonce.ts";
import { cn } from "../lib/cn.ts";

export function ScrollArea({
  className,
  children,
  ...props
}: ComponentProps<typeof ScrollAreaParts.Root>) {
  return (
    <ScrollAreaParts.Root
      data-slot="scroll-area"
      className={cn("relative overflow-hidden", className)}
      {...props}
    >
      <ScrollAreaParts.Viewport
        nonce={pageNonce()}
        className="size-full rounded-[inherit] focus-visible:outline-offset-[-2px]"
      >
        {children}
      </ScrollAreaParts.Viewport>
      <ScrollAreaParts.Scrollbar
        orientation="vertical"
        className="flex w-2 touch-none select-none p-px"
      >
        <ScrollAreaParts.Thumb className="relative flex-1 rounded-full bg-faint/50" />
      </ScrollAreaParts.Scrollbar>
    </ScrollAreaParts.Root>
  );
}
