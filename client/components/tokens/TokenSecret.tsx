import { CopyField } from "../dialogs/CopyField.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";

/** Shown only this once: the server stores no copy of the token. */
export function TokenSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Token created"
        description="Copy this token now. You won't see it again."
        className="max-w-130"
      >
        <CopyField noun="token" value={secret} />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
