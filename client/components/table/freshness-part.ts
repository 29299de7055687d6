import { lazyComponent } from "../../app/lazy/lazy-component.ts";
import type { FreshnessProps } from "./Freshness.tsx";

/** Wanted once something is fetched a second time: no part of the first load. */
export const Freshness = lazyComponent<"Freshness", FreshnessProps>(
  () => import("./Freshness.tsx"),
  "Freshness",
);
