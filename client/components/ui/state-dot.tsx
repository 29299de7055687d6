import type { ReactNode } from "react";
import { cn } from "../cn.ts";

const dots = {
  success: "bg-success",
  warning: "bg-warning",
  muted: "bg-faint",
  danger: "bg-destructive",
};

export type StateTone = keyof typeof dots;

interface StateWordProps {
  tone: StateTone;
  className?: string;
  children: ReactNode;
}

/** A state as a dot and a word, never as a colour only. */
export function StateWord({ tone, className, children }: StateWordProps) {
  return (
    <span className={cn("flex items-center gap-2", className)}>
      <StateDot tone={tone} />
      {children}
    </span>
  );
}

/** The dot alone, for a badge that has the word. */
export function StateDot({ tone }: { tone: StateTone }) {
  return (
    <span
      aria-hidden="true"
      className={cn("size-1.5 shrink-0 rounded-full forced-colors:bg-[CanvasText]", dots[tone])}
    />
  );
}
