import { lazyComponent } from "../../../app/lazy/lazy-component.ts";

/** They parse queries, so they load only when there is one or when filters are opened. */
export const FilterPanel = lazyComponent(() => import("./lazy-search-parts.ts"), "FilterPanel");
export const SearchStrip = lazyComponent(() => import("./lazy-search-parts.ts"), "SearchStrip");
