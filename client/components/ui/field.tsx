import { type ReactNode, useId } from "react";
import { cn } from "../cn.ts";
import { Label } from "./label.tsx";

/** Spread onto the control, to connect it with label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  error?: ReactNode;
  hint?: ReactNode;
  /** Shown at the end of the label's line, such as `Forgot password?`. */
  aside?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, error, hint, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div
      data-slot="field"
      className={cn(
        "flex min-w-0 flex-col gap-1",
        aside && "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 *:col-span-2",
        className,
      )}
    >
      <Label htmlFor={id} className={cn(aside && "col-start-1! col-end-2! row-start-1")}>
        {label}
      </Label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {/* Displayed next to the label, but after the field in tab order. */}
      {aside && <div className="col-start-2! col-end-3! row-start-1">{aside}</div>}
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger-text text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
