import { lazyComponent } from "../../../app/lazy/lazy-component.ts";
import { loadAfterPaint } from "../../../app/lazy/load-code.ts";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";

/** The conversation is read first, so what changes a ticket loads once it is on screen. */
const load = () => loadAfterPaint(() => import("./ticket-tools.ts"));

export const Composer = lazyComponent(load, "Composer");
export const Properties = lazyComponent(load, "Properties");
export const PropertiesDialog = lazyComponent(load, "PropertiesDialog");
export const SplitBar = lazyComponent(load, "SplitBar");
export const CloseDialog = lazyDialog(load, "CloseDialog");
export const NoteDialogs = lazyDialog(load, "NoteDialogs");
export const RedactDialog = lazyDialog(load, "RedactDialog");
