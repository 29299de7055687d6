import type { ReactNode } from "react";

export interface PaletteEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  number?: number;
  /** What tells it from another of the same name. */
  hint?: string;
  keys?: string;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  entries: PaletteEntry[];
}
