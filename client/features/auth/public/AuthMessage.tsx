import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { fallbackMessage } from "../../../../shared/client-error-messages.ts";
import { cn } from "../../../components/cn.ts";
import type { Failure } from "../../../data/errors.ts";

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
  /** Left out if the message is not announced. */
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

/** An error of a form that belongs to no field. */
export function AuthFailure({ failure }: { failure: Failure }) {
  return (
    <AuthMessage role="alert" tone="bad" icon={<CircleAlert />}>
      {failure.offline && <p className="font-medium">{fallbackMessage}</p>}
      {failure.message}
    </AuthMessage>
  );
}
