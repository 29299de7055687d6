import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { chartHeight, edge } from "./scales.ts";

interface MarkProps {
  to: string;
  label: string;
  hint: string;
  /** The strip of the chart that is its own, from top to bottom. */
  x: number;
  width: number;
  /** Where it stands for the arrow keys. */
  place: { "data-at": string; tabIndex: number };
  children: ReactNode;
}

/** A day's bar or point: as high as the chart to be pointed at, and a link to its tickets. */
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
