import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "../cn.ts";
import type { ControlProps } from "../ui/field.tsx";
import { inputClasses } from "../ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";

interface PickButtonProps {
  control?: ControlProps;
  label: string;
  /** The chosen value, or the empty label. */
  shown: ReactNode;
  isChosen: boolean;
  name?: string;
  disabled?: boolean;
  /** Gets the initial focus of a dialog. */
  isFirst?: boolean;
  onOpen?: () => void;
  /** The class of the list. */
  className?: string;
  children: (close: () => void) => ReactNode;
}

/** Looks like a field and opens a searchable list, also by typing a letter. */
export function PickButton(props: PickButtonProps) {
  const { control, label, shown, isChosen, name, disabled, isFirst, onOpen, children } = props;
  const { className = "w-80" } = props;
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    if (next) onOpen?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.key === " ") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A letter here must not trigger a shortcut. The list's field is focused before the letter is inserted.
    event.stopPropagation();
    flushSync(() => show(true));
  };
  return (
    <Popover open={open} onOpenChange={show}>
      <PopoverTrigger asChild>
        <button
          type="button"
          name={name}
          disabled={disabled}
          data-first={isFirst ? "" : undefined}
          {...control}
          onKeyDown={onKeyDown}
          className={cn(inputClasses, "flex h-9 items-center gap-2 text-left text-base")}
        >
          <span className={cn("min-w-0 flex-1 truncate", !isChosen && "text-muted-foreground")}>
            {shown}
          </span>
          <ChevronDown className="text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={label}
        className={cn("max-w-(--radix-popper-available-width) p-2", className)}
      >
        {children(() => show(false))}
      </PopoverContent>
    </Popover>
  );
}
