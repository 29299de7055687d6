import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { copyText } from "../../data/browser/copy-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

/** Shown only this once: the server stores no copy of the token. */
export function TokenSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
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
        title="Token created"
        description="Copy this token now. You won't see it again."
        className="max-w-130"
      >
        <Field label="Token">
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
                Copy token
              </Button>
            </div>
          )}
        </Field>
        <p role="status" className="min-h-5 text-muted-foreground text-sm">
          {copied === true && "Copied."}
          {copied === false && "This browser blocks copying. The token is selected for you."}
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
