import { createPane } from "../../app/theme/pane-width.ts";

export const propertiesPane = createPane("properties", { least: 220, usual: 264, most: 420 });

/** A ticket that is wider than this has room for its properties beside the conversation. */
export function roomForProperties(): number {
  return 37.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The list as cards beside an open ticket. */
export const listPane = createPane("list", { least: 280, usual: 384, most: 560 });
