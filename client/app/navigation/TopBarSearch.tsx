import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useStore } from "../../data/store.ts";
import { searchSlot } from "./page.ts";

/** Renders a page's search box in the middle of the top bar. */
export function TopBarSearch({ children }: { children: ReactNode }) {
  const slot = useStore(searchSlot);
  return slot ? createPortal(children, slot) : null;
}
