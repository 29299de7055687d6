import { Check } from "lucide-react";
import * as Menu from "radix-ui/dropdown-menu";
import { Slottable } from "radix-ui/slot";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn.ts";
import { unlessFocusMoved } from "./focus.ts";
import { Kbd } from "./kbd.tsx";

/** Not modal: the rest of the page stays clickable. */
export function DropdownMenu(props: ComponentProps<typeof Menu.Root>) {
  return <Menu.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = Menu.Trigger;
export const DropdownMenuGroup = Menu.Group;
export const DropdownMenuRadioGroup = Menu.RadioGroup;

export const floatClasses =
  "z-50 overflow-y-auto rounded-lg border bg-popover p-1 text-popover-foreground shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in focus-visible:outline-none";
export const optionClasses =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-selected data-[disabled]:opacity-50 pointer-coarse:min-h-11";

export function DropdownMenuContent({
  className,
  onCloseAutoFocus,
  ...props
}: ComponentProps<typeof Menu.Content>) {
  return (
    <Menu.Portal>
      <Menu.Content
        data-slot="dropdown-menu"
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          floatClasses,
          "max-h-(--radix-dropdown-menu-content-available-height) min-w-44",
          className,
        )}
        onCloseAutoFocus={unlessFocusMoved(onCloseAutoFocus)}
        {...props}
      />
    </Menu.Portal>
  );
}

type ItemProps = ComponentProps<typeof Menu.Item> & {
  shortcut?: string;
  variant?: "default" | "destructive";
};

export function DropdownMenuItem({
  className,
  shortcut,
  variant = "default",
  children,
  ...props
}: ItemProps) {
  return (
    <Menu.Item
      data-slot="dropdown-menu-item"
      className={cn(optionClasses, variant === "destructive" && "text-danger-text", className)}
      {...props}
    >
      <Slottable>{children}</Slottable>
      {shortcut && <Kbd className="ml-auto">{shortcut}</Kbd>}
    </Menu.Item>
  );
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(optionClasses, "pr-8", className)}
      {...props}
    >
      {children}
      <Menu.ItemIndicator className="absolute right-2">
        <Check />
      </Menu.ItemIndicator>
    </Menu.RadioItem>
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Menu.CheckboxItem>) {
  return (
    <Menu.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(optionClasses, "pr-8", className)}
      {...props}
    >
      {children}
      <Menu.ItemIndicator className="absolute right-2">
        <Check />
      </Menu.ItemIndicator>
    </Menu.CheckboxItem>
  );
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return (
    <Menu.Label
      data-slot="dropdown-menu-label"
      className="px-2 pt-1.5 pb-1 text-muted-foreground text-xs"
    >
      {children}
    </Menu.Label>
  );
}

export function DropdownMenuSeparator() {
  return (
    <Menu.Separator data-slot="dropdown-menu-separator" className="-mx-1 my-1 h-px bg-border" />
  );
}
