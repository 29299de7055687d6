import type { SavedView } from "../../../../shared/saved-views.ts";
import { createOwnStore } from "../../../data/session/forget.ts";
import type { TicketList } from "../list/ticket-list-address.ts";

type SavedDialog =
  | { about: "save"; list: TicketList }
  | { about: "rename"; view: SavedView }
  | { about: "delete"; view: SavedView };

/** What is asked about saved views: in a dialog that outlives the menu it was chosen from. */
export const savedViewDialog = createOwnStore<SavedDialog | null>(null);

/** The menu gives the focus back first, so that the dialog can do so in its turn. */
export function openSavedViewDialog(dialog: SavedDialog): void {
  requestAnimationFrame(() => requestAnimationFrame(() => savedViewDialog.set(dialog)));
}
