import { KeyRound, LogOut } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../components/ui/dropdown-menu.tsx";
import { lazyDialog } from "../components/ui/lazy-dialog.tsx";
import { offlineMessages } from "../data/connection.ts";
import { notifyFailure, readFailure } from "../data/errors.ts";
import { useViewer } from "../data/session/viewer.ts";
import { signedOutMessage } from "../features/auth/login-message.ts";
import { lazyComponent } from "./lazy/lazy-component.ts";
import { loadNow } from "./lazy/load-code.ts";

const LeaveDialog = lazyComponent(() => import("./lazy/overlays.ts"), "LeaveDialog");
const ChangePasswordDialog = lazyDialog(() => import("./lazy/overlays.ts"), "ChangePasswordDialog");

/** Exactly two choices: Change Password and Logout. */
export function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const navigate = useNavigate();
  const { id } = useViewer();
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const account = useRef<HTMLButtonElement>(null);
  const leave = async () => {
    setLeaving(true);
    try {
      const { signOut } = await loadNow(() => import("./lazy/overlays.ts"));
      await signOut(navigate, signedOutMessage, id);
    } catch (error) {
      const failure = readFailure(error);
      // Also where the code for it could not be loaded.
      const message = failure.offline ? offlineMessages.notSent : failure.message;
      notifyFailure({ ...failure, message });
    }
    setLeaving(false);
  };
  return (
    <>
      <DropdownMenu
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) return;
          // Loaded before they are chosen, so both open offline too.
          void ChangePasswordDialog.preload();
          import("./lazy/overlays.ts").catch(() => {});
        }}
      >
        <DropdownMenuTrigger
          asChild
          ref={account}
          // A click from the palette or voice control has no pointer or key event.
          onClick={({ detail }) => detail === 0 && setOpen(true)}
        >
          {trigger}
        </DropdownMenuTrigger>
        <DropdownMenuContent side={nextToNavigation()} align="end">
          <DropdownMenuItem onSelect={() => setChanging(true)}>
            <KeyRound />
            Change Password
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={leave}>
            <LogOut />
            Logout
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {leaving && (
        <Suspense>
          <LeaveDialog />
        </Suspense>
      )}
      {changing && (
        <ChangePasswordDialog
          onClose={() => setChanging(false)}
          returnFocus={() => account.current?.focus()}
        />
      )}
    </>
  );
}

function nextToNavigation(): "right" | "top" {
  return matchMedia("(min-width: 45rem)").matches ? "right" : "top";
}
