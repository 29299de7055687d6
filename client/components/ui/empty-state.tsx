import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn.ts";

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Why it is empty. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  className?: string;
  /** h1 where the page has no other title. */
  heading?: "h1" | "h2";
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
  heading: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn(
        "flex flex-col items-center justify-center gap-1 px-6 py-16 text-center",
        className,
      )}
    >
      <Icon className="mb-2 size-5 text-faint" />
      <Heading className="font-semibold text-base">{title}</Heading>
      {children && (
        <div className="max-w-96 text-balance text-muted-foreground text-sm">{children}</div>
      )}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
