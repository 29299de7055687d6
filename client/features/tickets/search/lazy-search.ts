import { lazyPart } from "../../../app/lazy/lazy-part.ts";

/** These read or build a query, and are loaded once there is one or it is asked for. */
export const FilterBar = lazyPart(() => import("./FilterBar.tsx"), "FilterBar");
export const SearchStrip = lazyPart(() => import("./SearchStrip.tsx"), "SearchStrip");
export const FilterPanel = lazyPart(() => import("./FilterPanel.tsx"), "FilterPanel");
