import type { ReactNode } from "react";
import { paneSize } from "../../../app/theme/pane-width.ts";
import { PaneEdge } from "../../../components/ui/pane-edge.tsx";
import { useStore } from "../../../data/store.ts";
import { propertiesPane } from "../pane-widths.ts";

/** The properties in a resizable pane next to the conversation. */
export function PropertiesPane({ children }: { children: ReactNode }) {
  const width = useStore(propertiesPane.width);
  return (
    <>
      <PaneEdge label="Width of the properties" pane={propertiesPane} side="right" />
      <aside
        aria-label="Properties"
        style={{ width: paneSize(propertiesPane, width) }}
        className="shrink-0 overflow-y-auto bg-background px-4 py-3 print:overflow-visible"
      >
        {children}
      </aside>
    </>
  );
}
