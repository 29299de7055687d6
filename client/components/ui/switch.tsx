import * as SwitchParts from "radix-ui/switch";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export function Switch({ className, ...props }: ComponentProps<typeof SwitchParts.Root>) {
  return (
    <SwitchParts.Root
      data-slot="switch"
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-faint/70 bg-secondary px-px transition-colors duration-100 before:absolute before:-inset-1 disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary",
        className,
      )}
      {...props}
    >
      <SwitchParts.Thumb className="size-4 scale-75 rounded-full bg-faint transition-[translate,scale,background-color] duration-100 data-[state=checked]:translate-x-4 data-[state=checked]:scale-100 data-[state=checked]:bg-card data-[state=unchecked]:forced-colors:bg-[CanvasText]" />
    </SwitchParts.Root>
  );
}
