import * as PopoverParts from "radix-ui/popover";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { floatClasses } from "./dropdown-menu.tsx";
import { unlessFocusMoved } from "./focus.ts";

export const Popover = PopoverParts.Root;
export const PopoverTrigger = PopoverParts.Trigger;

export function PopoverContent({
  className,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof PopoverParts.Content>) {
  return (
    <PopoverParts.Portal>
      <PopoverParts.Content
        data-slot="popover"
        sideOffset={6}
        collisionPadding={8}
        align="start"
        className={cn(
          floatClasses,
          "max-h-(--radix-popover-content-available-height) w-72 p-3",
          className,
        )}
        onCloseAutoFocus={unlessFocusMoved(onCloseAutoFocus)}
        {...props}
      />
    </PopoverParts.Portal>
  );
}
