import { type ReactNode, useId } from "react";
import { Checkbox } from "../ui/checkbox.tsx";

interface TickProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function Tick({ checked, onChange, children }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        className="mt-0.5"
      />
      <label htmlFor={id} dir="auto" className="min-w-0 break-words text-sm">
        {children}
      </label>
    </div>
  );
}
