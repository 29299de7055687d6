import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { chartHeight, edge } from "./scales.ts";

interface MarkProps {
  to: string;
  label: string;
  hint: string;
  /** Its strip of the chart, over the full height. */
  x: number;
  width: number;
  /** Its position for the arrow keys. */
  place: { "data-at": string; tabIndex: number };
  children: ReactNode;
}

/** The bar or point of a day: its hover area is as high as the chart, and it links to its tickets. */
export function Mark({ to, label, hint, x, width, place, children }: MarkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      data-hint={hint}
      data-hint-side="right"
      className="group/mark outline-none"
      {...place}
    >
      <rect
        x={x}
        y={edge.top}
        width={width}
        height={chartHeight - edge.top - edge.bottom}
        rx={2}
        strokeWidth={2}
        className="fill-transparent group-hover/mark:fill-accent group-focus-visible/mark:stroke-ring"
      />
      {children}
    </Link>
  );
}
