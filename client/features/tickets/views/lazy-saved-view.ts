import { lazyComponent } from "../../../app/lazy/lazy-component.ts";

/** They load only where there is a saved view. */
export const SaveButtons = lazyComponent(
  () => import("../search/lazy-search-parts.ts"),
  "SaveButtons",
);
