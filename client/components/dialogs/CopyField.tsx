import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { copyText } from "../../data/browser/copy-text.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

interface CopyFieldProps {
  /** What it is, as in `Copy link`. */
  noun: "link" | "token" | "secret";
  value: string;
  hint?: string;
}

const labels = { link: "Link", token: "Token", secret: "Secret" };

/** A secret that is shown once, with a button that copies it. */
export function CopyField({ noun, value, hint }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await copyText(value);
    setCopied(done);
    if (!done) field.current?.select();
  };
  return (
    <>
      <Field label={labels[noun]} hint={hint}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={field}
              readOnly
              value={value}
              className="font-mono text-sm"
              // Selected backwards, so that the start stays visible.
              onFocus={({ target }) => target.setSelectionRange(0, target.value.length, "backward")}
            />
            <Button variant="outline" size="lg" onClick={() => void copy()}>
              <Copy />
              Copy {noun}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="min-h-5 text-muted-foreground text-sm">
        {copied === true && "Copied."}
        {copied === false && `This browser blocks copying. The ${noun} is selected for you.`}
      </p>
    </>
  );
}
