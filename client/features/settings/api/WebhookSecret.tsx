import { CopyField } from "../../../components/dialogs/CopyField.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";

interface WebhookSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** Shown only this once: the server never sends it to a browser again. */
export function WebhookSecret({ title, secret, onClose }: WebhookSecretProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="Copy this secret now. You won't see it again."
        className="max-w-130"
      >
        <CopyField
          noun="secret"
          value={secret}
          hint="Receivers verify each delivery with it, as described by Standard Webhooks."
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
