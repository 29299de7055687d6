import * as SwitchParts from "radix-ui/switch";
import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export function Switch({ className, ...props }: ComponentProps<typeof SwitchParts.Root>) {
  return (
    <SwitchParts.Root
      data-slot="switch"
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-faint px-0.5 transition-colors duration-100 before:absolute before:-inset-1 disabled:opacity-50 data-[state=checked]:bg-primary",
        className,
      )}
      {...props}
    >
      <SwitchParts.Thumb className="size-4 rounded-full bg-card transition-transform duration-100 data-[state=checked]:translate-x-4" />
    </SwitchParts.Root>
  );
}
