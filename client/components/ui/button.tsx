import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border border-transparent font-medium transition-colors duration-100 active:opacity-80 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
  {
    variants: {
      variant: {
        default:
          "bg-primary text-primary-foreground hover:bg-[color-mix(in_oklab,var(--primary),var(--foreground)_14%)]",
        outline:
          "border-input bg-card text-foreground hover:bg-accent data-[state=open]:bg-accent dark:bg-transparent dark:hover:bg-accent",
        secondary: "bg-secondary text-secondary-foreground hover:bg-secondary/70",
        ghost:
          "text-muted-foreground hover:bg-accent hover:text-foreground data-[state=open]:bg-accent data-[state=open]:text-foreground",
        destructive:
          "bg-destructive text-destructive-foreground hover:bg-[color-mix(in_oklab,var(--destructive),var(--foreground)_14%)]",
        "destructive-outline":
          "border-input bg-card text-danger-text hover:bg-accent dark:bg-transparent dark:hover:bg-accent",
        link: "rounded-sm border-0 text-selected-foreground underline-offset-4 hover:underline pointer-coarse:min-h-0 pointer-coarse:min-w-0",
      },
      size: {
        xs: "h-6 px-1.5 text-xs",
        sm: "h-7 px-2.5 text-sm",
        default: "h-8 px-3 text-sm",
        lg: "h-9 px-4 text-base",
        "icon-xs": "size-6",
        "icon-sm": "size-7",
        icon: "size-8",
        // As small as a word, with a touch target of 44 pixels.
        inline:
          "relative h-auto p-0 pointer-coarse:before:absolute pointer-coarse:before:-inset-x-1 pointer-coarse:before:-inset-y-3",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & { asChild?: boolean };

export function Button({ className, variant, size, asChild, type, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) return <Slot.Root data-slot="button" className={classes} {...props} />;
  return <button data-slot="button" type={type ?? "button"} className={classes} {...props} />;
}
