import { Check, Minus } from "lucide-react";
import * as CheckboxParts from "radix-ui/checkbox";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export function Checkbox({ className, ...props }: ComponentProps<typeof CheckboxParts.Root>) {
  return (
    <CheckboxParts.Root
      data-slot="checkbox"
      className={cn(
        // The box is small, its click target 24 pixels.
        "group/checkbox relative grid size-4 shrink-0 place-items-center rounded-sm border border-faint/70 bg-card text-primary-foreground before:absolute before:-inset-1.5 disabled:opacity-50 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary",
        className,
      )}
      {...props}
    >
      <CheckboxParts.Indicator className="grid place-items-center">
        <Minus className="hidden size-3 stroke-3 group-data-[state=indeterminate]/checkbox:block" />
        <Check className="size-3 stroke-3 group-data-[state=indeterminate]/checkbox:hidden" />
      </CheckboxParts.Indicator>
    </CheckboxParts.Root>
  );
}
