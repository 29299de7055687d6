import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { deskLogo } from "../lib/desk-look.ts";
import { deskName } from "../lib/page.tsx";
import { useStore } from "../lib/store.ts";
import { DeskMark } from "../ui/desk-mark.tsx";

interface AuthFrameProps {
  children: ReactNode;
}

/** What stands around every page outside the shell: the desk's mark and name, one narrow column. */
export function AuthFrame({ children }: AuthFrameProps) {
  const desk = useStore(deskName);
  const logo = useStore(deskLogo);
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-98 flex-col gap-3.5 px-4 py-10 sm:pt-[max(2.5rem,23dvh)]">
        <div className="mb-2 flex items-center gap-2.5">
          <DeskMark title={desk} logo={logo} className="size-7.5 rounded-lg text-sm" />
          <span className="min-w-0 truncate font-semibold text-[1.125rem]">{desk}</span>
        </div>
        {children}
      </div>
    </main>
  );
}

export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <h1 className="font-semibold text-lg">{title}</h1>
      {children}
    </section>
  );
}

const tones = {
  good: "border-success-border bg-success-ground",
  bad: "border-destructive/50 bg-destructive/8",
};

interface AuthMessageProps {
  tone: keyof typeof tones;
  icon: ReactNode;
  role: "status" | "alert";
  children: ReactNode;
}

export function AuthMessage({ tone, icon, role, children }: AuthMessageProps) {
  return (
    <div
      role={role}
      className={cn(
        "flex items-start gap-2.5 rounded-lg border px-3 py-2.5 [&>.lucide]:mt-0.5",
        tone === "good" ? "[&>.lucide]:text-success" : "[&>.lucide]:text-danger-text",
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
