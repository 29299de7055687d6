import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { useHeld } from "./held-fields.tsx";

export const inputClasses =
  "w-full min-w-0 rounded-md border border-input bg-card px-2.5 text-foreground transition-[border-color,box-shadow] duration-100 hover:border-faint/60 focus-visible:border-ring focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-ring/25 disabled:opacity-60 aria-invalid:border-destructive aria-invalid:focus-visible:ring-destructive/20 pointer-coarse:min-h-11 dark:bg-background";

type InputProps = Omit<ComponentProps<"input">, "size"> & { size?: "sm" | "default" };

export function Input({ className, size = "default", ...props }: InputProps) {
  return (
    <input
      data-slot="input"
      readOnly={useHeld() || undefined}
      className={cn(
        inputClasses,
        size === "sm" ? "h-7 text-sm" : "h-9 text-base",
        "[&::-webkit-search-cancel-button]:appearance-none",
        className,
      )}
      {...props}
    />
  );
}
