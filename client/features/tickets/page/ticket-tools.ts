import "../ticket-core.ts";
import { Composer } from "../composer/Composer.tsx";
import { CloseDialog } from "../dialogs/CloseDialog.tsx";
import { NoteDialogs } from "../dialogs/NoteDialogs.tsx";
import { RedactDialog } from "../dialogs/RedactDialog.tsx";
import { Properties, PropertiesDialog } from "../properties/Properties.tsx";
import { SplitBar } from "./SplitBar.tsx";

/** What changes a ticket, loaded together. */
export { CloseDialog, Composer, NoteDialogs, Properties, PropertiesDialog, RedactDialog, SplitBar };
