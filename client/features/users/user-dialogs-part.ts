import type { ComponentProps } from "react";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import type * as Dialogs from "./UserDialogs.tsx";

type PropsOf<Name extends keyof typeof Dialogs> = ComponentProps<(typeof Dialogs)[Name]>;

/** Whatever is asked or told above the list: one file, fetched with the first page. */
export const UserDialogs = lazyDialog<"UserDialogs", PropsOf<"UserDialogs">>(
  () => import("./UserDialogs.tsx"),
  "UserDialogs",
);
export const BulkDialogs = lazyDialog<"BulkDialogs", PropsOf<"BulkDialogs">>(
  () => import("./UserDialogs.tsx"),
  "BulkDialogs",
);
