import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import type { MoreInAllOptions } from "./use-more-in-all.ts";

/** They read the query, and are fetched where there is one. */
export const FilterBar = lazyPart(() => import("./FilterBar.tsx"), "FilterBar");
export const SearchStrip = lazyPart(() => import("./SearchStrip.tsx"), "SearchStrip");
export const MoreInAll = lazyPart<"MoreInAll", MoreInAllOptions>(
  () => import("./MoreInAll.tsx"),
  "MoreInAll",
);
