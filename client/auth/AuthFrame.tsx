import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { deskLogo } from "../lib/desk-look.ts";
import { deskName } from "../lib/page.tsx";
import { useStore } from "../lib/store.ts";
import { DeskMark } from "../ui/desk-mark.tsx";
import { AuthColumn, markClasses } from "./AuthColumn.tsx";

interface AuthFrameProps {
  children: ReactNode;
}

/** What stands around every page outside the shell: the desk's mark and name, one narrow column. */
export function AuthFrame({ children }: AuthFrameProps) {
  const desk = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <AuthColumn mark={<DeskMark title={desk} logo={logo} className={markClasses} />} desk={desk}>
      {children}
    </AuthColumn>
  );
}

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
