import type { ReactNode } from "react";

export interface PaletteEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  number?: number;
  /** Distinguishes entries with the same label. */
  hint?: string;
  keys?: string;
  run: () => void;
  /** Replaces the text instead of running. */
  completes?: string;
}

export interface PaletteGroup {
  heading: string;
  entries: PaletteEntry[];
}
