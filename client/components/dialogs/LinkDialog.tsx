import { type CopyableLink, fullName, type User } from "../../../shared/users.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { formatExact } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { CopyField } from "./CopyField.tsx";

/** Asked before making a link for someone who has signed in before. */
export const linkConsequence =
  "When they use the link, they set a new password and are signed out everywhere. Until then the old one still works.";

interface LinkDialogProps {
  user: Pick<User, "firstName" | "lastName">;
  link: CopyableLink;
  onClose: () => void;
  /** Used when the dialog before it is gone, along with its buttons. */
  returnFocus?: () => void;
}

/** Shown only this once: the server stores no copy of the link. */
export function LinkDialog({ user, link: made, onClose, returnFocus }: LinkDialogProps) {
  const { link, kind, expiresAt } = made;
  const address = new URL(link, location.href).href;
  const until = formatExact(expiresAt, useTimeZone());
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={kind === "invitation" ? "Invitation link" : "Reset link"}
        description={`Email isn't set up. Send this link to ${fullName(user)} yourself. You won't see it again.`}
        className="max-w-130"
        onCloseAutoFocus={(event) => {
          if (!returnFocus) return;
          event.preventDefault();
          returnFocus();
        }}
      >
        <CopyField noun="link" value={address} hint={`Works once, expires ${until}.`} />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
