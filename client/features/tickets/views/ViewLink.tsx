import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { viewCountCap } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { formatCount } from "../../../components/format/format.ts";

interface ViewLinkProps {
  to: string;
  icon: ReactNode;
  name: string;
  selected: boolean;
  count: number | undefined;
  className?: string;
}

/** A view by its name, and how many tickets it holds. */
export function ViewLink({ to, icon, name, selected, count, className }: ViewLinkProps) {
  return (
    <Link
      to={to}
      aria-current={selected ? "page" : undefined}
      className={cn(
        "flex h-7 items-center gap-2 rounded-md px-2 pointer-coarse:h-11",
        selected ? "bg-selected font-medium" : "hover:bg-accent",
        className,
      )}
    >
      <span className={selected ? "text-selected-foreground" : "text-muted-foreground"}>
        {icon}
      </span>
      <span
        dir="auto"
        data-hint={name}
        data-hint-cut=""
        className="min-w-0 flex-1 truncate text-left"
      >
        {name}
      </span>
      {count !== undefined && (
        <span className="text-muted-foreground text-xs tabular-nums">
          {formatCount(count, viewCountCap)}
        </span>
      )}
    </Link>
  );
}
