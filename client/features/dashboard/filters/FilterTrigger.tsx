import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../../components/cn.ts";
import { Button } from "../../../components/ui/button.tsx";

type FilterTriggerProps = ComponentProps<typeof Button> & {
  icon?: LucideIcon;
  /** What it chooses, read out before the value. */
  label: string;
  text: string;
  isNarrowed: boolean;
};

export function FilterTrigger(props: FilterTriggerProps) {
  const { icon: Icon, label, text, isNarrowed, className, ...rest } = props;
  return (
    <Button
      variant="outline"
      size="sm"
      className={cn(isNarrowed && "border-primary/50 bg-selected dark:bg-selected", className)}
      {...rest}
    >
      {Icon && <Icon className="text-muted-foreground" />}
      <span className="sr-only">{label}: </span>
      <bdi className="max-w-48 truncate">{text}</bdi>
    </Button>
  );
}
