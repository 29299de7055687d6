import type { ReactNode } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { useTriggerInSight } from "./use-trigger-in-sight.ts";

export interface PickerState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes, if not to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

interface PickerPopoverProps extends PickerState {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  className?: string;
  /** Where the focus begins, if not at the first place that takes it. */
  beginsIn?: string;
}

/** What opens where a property stands; the focus returns there. */
export function PickerPopover(props: PickerPopoverProps) {
  const { label, trigger, open, onOpenChange, onCloseAutoFocus, children } = props;
  const { className = "w-72 p-2", beginsIn } = props;
  const inSight = useTriggerInSight(open);
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger ref={inSight} asChild>
        {trigger}
      </PopoverTrigger>
      <PopoverContent
        aria-label={label}
        className={className}
        onCloseAutoFocus={onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          if (!beginsIn || !(event.currentTarget instanceof HTMLElement)) return;
          event.preventDefault();
          event.currentTarget.querySelector<HTMLElement>(beginsIn)?.focus();
        }}
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
