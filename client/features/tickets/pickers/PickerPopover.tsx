import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";

export interface PickerState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Overrides where the focus returns. */
  onCloseAutoFocus?: (event: Event) => void;
}

interface PickerPopoverProps extends PickerState {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  className?: string;
  /** Selector of the first focus, if not the first focusable element. */
  beginsIn?: string;
}

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

const current = '[aria-checked="true"], [aria-current="true"]';

/** Focuses the current value of a menu, or its first item, however it was opened. */
export function useBeginAtCurrent(open: boolean): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const frame = requestAnimationFrame(() => {
      const first = [current, '[role^="menuitem"]']
        .map((item) => menu.current?.querySelector<HTMLElement>(item))
        .find(Boolean);
      first?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return menu;
}

/** For `onKeyDownCapture` of a menu: the key in an item's `data-key` chooses it. */
export function chooseByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = CSS.escape(event.key.toUpperCase());
  const item = event.currentTarget.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (!item) return;
  event.preventDefault();
  event.stopPropagation();
  item.click();
}

/** Scrolls the trigger into view when a key opens its popover. */
export function useTriggerInSight(open: boolean): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (open) trigger.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return trigger;
}
