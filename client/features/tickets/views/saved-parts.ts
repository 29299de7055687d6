import { lazyPart } from "../../../app/lazy/lazy-part.ts";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";

/** They are fetched where there is a saved view. */
export const SaveButtons = lazyPart(() => import("./SaveButtons.tsx"), "SaveButtons");
export const SavedViewDialogs = lazyDialog(() => import("../dialogs/SavedViewDialogs.tsx"), "SavedViewDialogs");
