import type { ReactNode } from "react";

/** A shell command; a click selects all of it. */
export function ShellCommand({ children }: { children: ReactNode }) {
  return (
    <code className="inline-block max-w-full select-all rounded-sm bg-muted px-1 py-0.5 font-mono text-foreground text-xs wrap-anywhere">
      {children}
    </code>
  );
}
