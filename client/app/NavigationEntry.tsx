import type { LucideIcon } from "lucide-react";
import { cn } from "../components/cn.ts";

interface NavigationEntryProps {
  icon: LucideIcon;
  label: string;
  collapsed: boolean;
}

/**
 * Icon over a small label; when collapsed, the label is in the tooltip and for screen readers. In the side
 * navigation, 60 px wide at any font size, the text size is fixed.
 */
export function NavigationEntry({ icon: Icon, label, collapsed }: NavigationEntryProps) {
  return (
    <>
      <Icon className="size-4.5" />
      <span
        className={cn(
          "text-[0.625rem] leading-3.5 tracking-tight shell:text-[min(0.625rem,10px)]",
          collapsed && "shell:sr-only",
        )}
      >
        {label}
      </span>
    </>
  );
}

export function entryClasses(selected: boolean, collapsed: boolean): string {
  return cn(
    "flex w-full flex-col items-center justify-center gap-1 rounded-md font-medium text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-foreground focus-visible:outline-offset-[-2px] data-[state=open]:bg-accent max-shell:h-full",
    collapsed ? "shell:h-10" : "shell:h-11.5",
    selected &&
      "text-selected-foreground hover:text-selected-foreground shell:bg-selected shell:hover:bg-selected",
  );
}
