import "../ticket-core.ts";
import { DisplayChoices } from "../list/DisplayChoices.tsx";
import { TicketSelectionBar } from "../selection/TicketSelectionBar.tsx";
import { ViewItems } from "../views/ViewItems.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import { SavedViewDialogs } from "./SavedViewDialogs.tsx";

/** What opens on the ticket list, loaded together. */
export {
  ConflictDialog,
  DisplayChoices,
  MergeDialog,
  SavedViewDialogs,
  TicketSelectionBar,
  ViewItems,
};
