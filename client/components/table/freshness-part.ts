import { lazyComponent } from "../../app/lazy/lazy-component.ts";
import type { FreshnessProps } from "./Freshness.tsx";

/** Loaded at the first refetch: not part of the first load. */
export const Freshness = lazyComponent<"Freshness", FreshnessProps>(
  () => import("./Freshness.tsx"),
  "Freshness",
);
