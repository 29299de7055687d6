import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { useHeld } from "./held-fields.tsx";
import { inputClasses } from "./input.tsx";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      readOnly={useHeld() || undefined}
      className={cn(inputClasses, "min-h-20 resize-y py-2 text-base", className)}
      {...props}
    />
  );
}
