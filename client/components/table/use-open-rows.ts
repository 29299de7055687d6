import { useState } from "react";

/** Which rows are expanded, including those scrolled out of view. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (id: string) => ({
    open: open.has(id),
    toggle() {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
  });
}
