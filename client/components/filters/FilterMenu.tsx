import { type ComponentProps, type ReactNode, useState } from "react";
import { cn } from "../cn.ts";
import { Button } from "../ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";

interface FilterMenuProps<T extends string> {
  label: string;
  /** The label for no filter. */
  any: string;
  value: T | undefined;
  choices: readonly { value: T; name: string }[];
  onChange: (value: T | undefined) => void;
}

/** A filter with a few fixed values. */
export function FilterMenu<T extends string>(props: FilterMenuProps<T>) {
  const { label, any, value, choices, onChange } = props;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <FilterButton label={label} chosen={chosen?.name} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuRadioGroup
          aria-label={label}
          value={value ?? ""}
          onValueChange={(next) => onChange(choices.find((choice) => choice.value === next)?.value)}
        >
          <DropdownMenuRadioItem value="">{any}</DropdownMenuRadioItem>
          {choices.map((choice) => (
            <DropdownMenuRadioItem key={choice.value} value={choice.value}>
              {choice.name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type FilterButtonProps = ComponentProps<typeof Button> & {
  label: string;
  /** The active value, if any. */
  chosen: string | undefined;
};

export function FilterButton({ label, chosen, className, ...props }: FilterButtonProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      className={cn(chosen && "border-primary/50 bg-selected dark:bg-selected", className)}
      {...props}
    >
      {chosen ? (
        <span className="max-w-56 truncate">
          {label}: <bdi>{chosen}</bdi>
        </span>
      ) : (
        label
      )}
    </Button>
  );
}

interface FilterPopoverProps {
  label: string;
  chosen: string | undefined;
  onChange: (value: string | undefined) => void;
  children: (choose: FilterChoicesProps["onChoose"]) => ReactNode;
}

export interface FilterChoicesProps {
  value: string | undefined;
  /** Null for no filter. */
  onChoose: (value: string | null) => void;
}

/** A filter with searchable values; choosing one closes it. */
export function FilterPopover({ label, chosen, onChange, children }: FilterPopoverProps) {
  const [open, setOpen] = useState(false);
  const choose = (value: string | null) => {
    onChange(value ?? undefined);
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton label={label} chosen={chosen} />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-72 p-2">
        {children(choose)}
      </PopoverContent>
    </Popover>
  );
}
