import { type ReactNode, useState } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { FilterButton } from "./FilterButton.tsx";

interface FilterPopoverProps {
  label: string;
  chosen: string | undefined;
  children: (close: () => void) => ReactNode;
}

/** A filter with searchable values; choosing one closes it. */
export function FilterPopover({ label, chosen, children }: FilterPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton label={label} chosen={chosen} />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-72 p-2">
        {children(() => setOpen(false))}
      </PopoverContent>
    </Popover>
  );
}
