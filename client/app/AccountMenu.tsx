import { KeyRound, LogOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../components/ui/dropdown-menu.tsx";
import { lazyDialog } from "../components/ui/lazy-dialog.tsx";
import type { MenuProps } from "../components/ui/lazy-menu.tsx";
import { readFailure, tellFailure } from "../data/errors.ts";
import { useViewer } from "../data/session/viewer.ts";
import { LeaveDialog } from "../features/auth/LeaveDialog.tsx";
import { signedOutWords } from "../features/auth/login-message.ts";
import { signOut } from "../features/auth/sign-out.ts";

const ChangePasswordDialog = lazyDialog(
  () => import("../features/auth/ChangePasswordDialog.tsx"),
  "ChangePasswordDialog",
);

/** Exactly two choices: Change Password and Logout. */
export function AccountMenu({ trigger }: MenuProps) {
  const navigate = useNavigate();
  const { id } = useViewer();
  const [open, setOpen] = useState(true);
  const [changing, setChanging] = useState(false);
  const account = useRef<HTMLButtonElement>(null);
  useEffect(() => void ChangePasswordDialog.preload(), []);
  const leave = () =>
    signOut(navigate, signedOutWords, id).catch((error) => tellFailure(readFailure(error)));
  return (
    <>
      <DropdownMenu open={open} onOpenChange={setOpen}>
        <DropdownMenuTrigger
          asChild
          ref={account}
          // From the palette, or by voice: a pointer and keys are heard before there is a click.
          onClick={({ detail }) => detail === 0 && setOpen(true)}
        >
          {trigger}
        </DropdownMenuTrigger>
        <DropdownMenuContent side={besideNavigation()} align="end">
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
      <LeaveDialog />
      {changing && (
        <ChangePasswordDialog
          onClose={() => setChanging(false)}
          returnFocus={() => account.current?.focus()}
        />
      )}
    </>
  );
}

function besideNavigation(): "right" | "top" {
  return matchMedia("(min-width: 45rem)").matches ? "right" : "top";
}
