import { JobBar } from "../../components/jobs/JobBar.tsx";
import { MacrosDialog } from "../../components/macros/MacrosDialog.tsx";
import { sendWaiting } from "../../data/offline-queue.ts";
import { ChangePasswordDialog } from "../../features/auth/ChangePasswordDialog.tsx";
import { LeaveDialog } from "../../features/auth/LeaveDialog.tsx";
import { SessionAlert } from "../../features/auth/SessionAlert.tsx";
import { saveEverything, signOut } from "../../features/auth/sign-out.ts";
import { BellPanel } from "../BellPanel.tsx";
import { KeySheet } from "../palette/KeySheet.tsx";
import { Palette } from "../palette/Palette.tsx";
import { UnsavedFormDialog } from "../UnsavedFormDialog.tsx";

/** What opens above any page, loaded together: apart, each would be several small files. */
export {
  BellPanel,
  ChangePasswordDialog,
  JobBar,
  KeySheet,
  LeaveDialog,
  MacrosDialog,
  Palette,
  SessionAlert,
  saveEverything,
  sendWaiting,
  signOut,
  UnsavedFormDialog,
};
