import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
} from "../../../components/ui/dialog.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Input } from "../../../components/ui/input.tsx";
import { copyText } from "../../../data/browser/copy-text.ts";

interface WebhookSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** Shown only this once: the server never sends it to a browser again. */
export function WebhookSecret({ title, secret, onClose }: WebhookSecretProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await copyText(secret);
    setCopied(done);
    if (!done) field.current?.select();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="Copy this secret now. You won't see it again."
        className="max-w-130"
      >
        <Field
          label="Secret"
          hint="Receivers verify each delivery with it, as described by Standard Webhooks."
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                ref={field}
                readOnly
                value={secret}
                className="font-mono text-sm"
                onFocus={({ target }) => target.select()}
              />
              <Button variant="outline" size="lg" onClick={() => void copy()}>
                <Copy />
                Copy secret
              </Button>
            </div>
          )}
        </Field>
        <p role="status" className="min-h-5 text-muted-foreground text-sm">
          {copied === true && "Copied."}
          {copied === false && "This browser blocks copying. The secret is selected for you."}
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
