import { lazyComponent } from "../../../app/lazy/lazy-component.ts";

/** They load only where there is a saved view. */
export const SaveButtons = lazyComponent(() => import("./SaveButtons.tsx"), "SaveButtons");
