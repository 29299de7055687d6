import { createPane } from "../../app/theme/pane-width.ts";

export const propertiesPane = createPane("properties", { least: 220, usual: 264, most: 420 });

/** From this width a ticket shows its properties next to the conversation. */
export function roomForProperties(): number {
  return 37.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The list of cards next to an open ticket. */
export const listPane = createPane("list", { least: 280, usual: 384, most: 560 });
