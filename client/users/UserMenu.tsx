import { Link2, Mail, Trash2, UserRoundCheck, UserRoundX } from "lucide-react";
import type { UserRecord } from "../../shared/users.ts";
import { RecordMenu } from "../parts/record/RecordMenu.tsx";
import { DropdownMenuItem, DropdownMenuSeparator } from "../ui/dropdown-menu.tsx";
import type { UserActs } from "./use-user-acts.ts";

interface UserMenuProps {
  user: UserRecord;
  acts: UserActs;
  /** Nobody disables or deletes themselves. */
  isOneself: boolean;
}

export function UserMenu({ user: { state, mayCopyLink }, acts, isOneself }: UserMenuProps) {
  const invited = state === "invited";
  return (
    <RecordMenu>
      {state !== "disabled" && (
        <DropdownMenuItem onSelect={invited ? acts.resend : acts.reset}>
          <Mail className="text-muted-foreground" />
          {invited ? "Resend invitation" : "Mail a reset link…"}
        </DropdownMenuItem>
      )}
      {mayCopyLink && (
        <DropdownMenuItem onSelect={acts.copyLink}>
          <Link2 className="text-muted-foreground" />
          {invited ? "Copy invitation link" : "Copy a reset link…"}
        </DropdownMenuItem>
      )}
      {!isOneself && (
        <>
          {state !== "disabled" && <DropdownMenuSeparator />}
          <DropdownMenuItem onSelect={state === "disabled" ? acts.enable : acts.disable}>
            {state === "disabled" ? (
              <UserRoundCheck className="text-muted-foreground" />
            ) : (
              <UserRoundX className="text-muted-foreground" />
            )}
            {state === "disabled" ? "Enable user" : "Disable user"}
          </DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={acts.remove}>
            <Trash2 />
            Delete user…
          </DropdownMenuItem>
        </>
      )}
    </RecordMenu>
  );
}
