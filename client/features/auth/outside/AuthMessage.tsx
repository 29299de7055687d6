import type { ReactNode } from "react";
import { cn } from "../../../components/cn.ts";

const tones = {
  plain: "bg-card",
  good: "border-success-border bg-success-ground",
  bad: "border-destructive/50 bg-destructive/8",
};

const signs = {
  plain: "[&>.lucide]:text-muted-foreground",
  good: "[&>.lucide]:text-success",
  bad: "[&>.lucide]:text-danger-text",
};

interface AuthMessageProps {
  tone: keyof typeof tones;
  icon: ReactNode;
  /** Absent where it is no news. */
  role?: "status" | "alert";
  children: ReactNode;
}

export function AuthMessage({ tone, icon, role, children }: AuthMessageProps) {
  return (
    <div
      role={role}
      className={cn(
        "flex items-start gap-2.5 rounded-lg border px-3 py-2.5 [&>.lucide]:mt-0.5",
        signs[tone],
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
