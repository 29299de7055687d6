import { cn } from "../cn.ts";

const dots = {
  success: "bg-success",
  warning: "bg-warning",
  muted: "bg-faint",
  danger: "bg-destructive",
};

/** A state as a dot and a word, never as a colour only. */
export function StateDot({ tone }: { tone: keyof typeof dots }) {
  return (
    <span
      aria-hidden="true"
      className={cn("size-1.5 shrink-0 rounded-full forced-colors:bg-[CanvasText]", dots[tone])}
    />
  );
}
