import { lazyPart } from "../../../app/lazy/lazy-component.ts";

/** They parse queries, so they load only when there is one or when filters are opened. */
export const FilterBar = lazyPart(() => import("./FilterBar.tsx"), "FilterBar");
export const FilterPanel = lazyPart(() => import("./FilterPanel.tsx"), "FilterPanel");
export const SearchStrip = lazyPart(() => import("./SearchStrip.tsx"), "SearchStrip");
