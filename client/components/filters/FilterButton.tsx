import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { Button } from "../ui/button.tsx";

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
