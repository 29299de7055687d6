import * as ProgressParts from "radix-ui/progress";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

type ProgressProps = Omit<ComponentProps<typeof ProgressParts.Root>, "value"> & {
  label: string;
  value: number;
};

export function Progress({ label, value, max = 100, className, ...props }: ProgressProps) {
  return (
    <ProgressParts.Root
      data-slot="progress"
      aria-label={label}
      value={value}
      max={max}
      className={cn(
        "h-1 w-full overflow-hidden rounded-full bg-border forced-color-adjust-none",
        className,
      )}
      {...props}
    >
      <ProgressParts.Indicator
        className="h-full rounded-full bg-primary transition-[width] duration-100"
        style={{ width: `${Math.min(100, (100 * value) / max)}%` }}
      />
    </ProgressParts.Root>
  );
}
