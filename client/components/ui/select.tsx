import { Check, ChevronDown } from "lucide-react";
import * as SelectParts from "radix-ui/select";
import type { ComponentProps, ReactNode } from "react";
import { pageNonce } from "../../data/browser/nonce.ts";
import { cn } from "../cn.ts";
import { floatClasses, optionClasses } from "./dropdown-menu.tsx";
import { inputClasses } from "./input.tsx";

export const Select = SelectParts.Root;

type TriggerProps = ComponentProps<typeof SelectParts.Trigger> & {
  size?: "sm" | "default";
  placeholder?: ReactNode;
  /** Shown before the value, such as an icon or a label. */
  lead?: ReactNode;
};

export function SelectTrigger({
  className,
  size = "default",
  placeholder,
  lead,
  ...props
}: TriggerProps) {
  return (
    <SelectParts.Trigger
      data-slot="select-trigger"
      className={cn(
        inputClasses,
        "flex items-center gap-2 text-left data-[placeholder]:text-muted-foreground",
        size === "sm" ? "h-7 w-auto text-sm" : "h-9 text-base",
        className,
      )}
      {...props}
    >
      {lead}
      <span className="min-w-0 flex-1 truncate">
        <SelectParts.Value placeholder={placeholder} />
      </span>
      <SelectParts.Icon asChild>
        <ChevronDown className="text-muted-foreground" />
      </SelectParts.Icon>
    </SelectParts.Trigger>
  );
}

export function SelectContent({
  className,
  children,
  ...props
}: ComponentProps<typeof SelectParts.Content>) {
  return (
    <SelectParts.Portal>
      <SelectParts.Content
        data-slot="select"
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          floatClasses,
          "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) p-0",
          className,
        )}
        {...props}
      >
        <SelectParts.Viewport nonce={pageNonce()} className="p-1">
          {children}
        </SelectParts.Viewport>
      </SelectParts.Content>
    </SelectParts.Portal>
  );
}

export function SelectItem({
  className,
  children,
  ...props
}: ComponentProps<typeof SelectParts.Item>) {
  return (
    <SelectParts.Item
      data-slot="select-item"
      className={cn(optionClasses, "pr-8", className)}
      {...props}
    >
      <SelectParts.ItemText>{children}</SelectParts.ItemText>
      <SelectParts.ItemIndicator className="absolute right-2">
        <Check />
      </SelectParts.ItemIndicator>
    </SelectParts.Item>
  );
}
