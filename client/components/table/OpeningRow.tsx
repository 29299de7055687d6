import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "../cn.ts";

interface OpeningRowProps {
  open: boolean;
  toggle: () => void;
  /** The grid columns of the row; the first holds the arrow. */
  className: string;
  line: ReactNode;
  /** The details. */
  children: ReactNode;
}

export const openingRowHeight = 41;

/** A one-line row that expands to its details. */
export function OpeningRow({ open, toggle, className, line, children }: OpeningRowProps) {
  const id = useId();
  return (
    <article>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
        className={cn(
          "grid min-h-10 w-full items-center px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-accent pointer-coarse:min-h-11",
          className,
        )}
      >
        <ChevronRight
          className={cn(
            "text-muted-foreground transition-transform duration-100",
            open && "rotate-90",
          )}
        />
        {line}
      </button>
      {open && (
        <div id={id} className="border-t bg-background px-4 py-3 shell:pl-11">
          {children}
        </div>
      )}
    </article>
  );
}
