import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { type CopyableLink, fullName, type User } from "../../../shared/users.ts";
import { copyText } from "../../data/browser/copy-text.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { formatExact } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

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
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await copyText(address);
    setCopied(done);
    if (!done) field.current?.select();
  };
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
        <Field label="Link" hint={`Works once, expires ${until}.`}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                ref={field}
                readOnly
                value={address}
                className="font-mono text-sm"
                // Selected backwards, so that the start of the link stays visible.
                onFocus={({ target }) =>
                  target.setSelectionRange(0, target.value.length, "backward")
                }
              />
              <Button variant="outline" size="lg" onClick={() => void copy()}>
                <Copy />
                Copy link
              </Button>
            </div>
          )}
        </Field>
        <p role="status" className="min-h-5 text-muted-foreground text-sm">
          {copied === true && "Copied."}
          {copied === false && "This browser blocks copying. The link is selected for you."}
        </p>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
