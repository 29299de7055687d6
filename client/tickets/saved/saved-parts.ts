import { lazyPart } from "../../lib/lazy-part.ts";

/** They are fetched where there is a saved view. */
export const SaveButtons = lazyPart(() => import("./SaveButtons.tsx"), "SaveButtons");
export const SavedDialogs = lazyPart(() => import("./SavedDialogs.tsx"), "SavedDialogs");
