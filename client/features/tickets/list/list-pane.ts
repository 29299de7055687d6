import { createPane } from "../../../app/theme/pane-width.ts";

/** The list as cards beside an open ticket. */
export const listPane = createPane("list", { least: 280, usual: 384, most: 560 });
