import { Check, Minus } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "../cn.ts";

interface RowCheckProps {
  label: string;
  checked: boolean;
  /** Some, but not all, are checked. */
  some?: boolean;
  /** Whether Tab stops here. */
  reachable: boolean;
  onToggle: (withShift: boolean) => void;
  /** The class of the click target. */
  className?: string;
}

/** A native checkbox under a drawn box, since lists have hundreds of them. */
export function RowCheck(props: RowCheckProps) {
  const { label, checked, some = false, reachable, onToggle, className } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = some;
  }, [some]);
  const Mark = some ? Minus : Check;
  return (
    <span className={cn("relative grid place-items-center print:invisible", className)}>
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={reachable ? 0 : -1}
        onChange={({ nativeEvent }) =>
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="absolute inset-0 z-1 m-auto cursor-default appearance-none rounded-sm focus-visible:size-4 focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2"
      />
      <span
        aria-hidden="true"
        className={cn(
          "grid size-4 place-items-center rounded-sm border",
          checked || some
            ? "border-primary bg-primary text-primary-foreground"
            : "border-faint/70 bg-card",
        )}
      >
        {(checked || some) && <Mark className="size-3 stroke-3" />}
      </span>
    </span>
  );
}
