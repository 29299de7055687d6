import { ListFilter } from "lucide-react";
import { type RefObject, Suspense, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";
import { FilterPanel } from "./lazy-search.ts";

/** Adds operators to the query by choosing instead of typing. */
export function QueryFilterMenu({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          ref={button}
          variant="ghost"
          size="sm"
          className="print:hidden"
          onPointerEnter={FilterPanel.preload}
        >
          <ListFilter />
          <span className="max-shell:sr-only">Filter</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Filter" className="min-h-80 w-68 p-2">
        <Suspense>
          <FilterPanel />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
