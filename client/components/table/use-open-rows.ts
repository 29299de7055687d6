import { useState } from "react";

/** Which rows are expanded, including those scrolled out of view; at first the one that the address names. */
export function useOpenRows(named: string | null = null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(named === null ? [] : [named]));
  return (id: string) => ({
    open: open.has(id),
    toggle() {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
  });
}
