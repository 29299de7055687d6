import { type KeyboardEvent, useRef, useState } from "react";
import { fieldMessage, readFailure } from "../lib/errors.ts";
import { useUnsavedForm } from "../parts/unsaved/use-unsaved-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

interface RenameFieldProps {
  label: string;
  id: string;
  name: string;
  maxLength: number;
  /** Whether both are one name. */
  isSame: (typed: string, name: string) => boolean;
  rename: Rename;
  /** Told whether the focus was here still, and not led elsewhere meanwhile. */
  onDone: (hadFocus: boolean) => void;
}

interface Rename {
  mutate: (
    input: { id: string; name: string; base: string },
    then: { onSuccess: () => void; onError: () => void },
  ) => void;
  reset: () => void;
  isPending: boolean;
  error: unknown;
}

/** A name that is changed where it stands. */
export function RenameField(props: RenameFieldProps) {
  const { label, id, name: known, maxLength, isSame, rename, onDone } = props;
  // What stood here when one began: somebody else may rename it meanwhile.
  const [base, setBase] = useState(known);
  const [name, setName] = useState(known);
  const failure = rename.error ? readFailure(rename.error) : null;
  useUnsavedForm(() => !rename.isPending && name !== base);
  const box = useRef<HTMLDivElement>(null);
  const end = () => onDone(box.current?.contains(document.activeElement) ?? false);
  const commit = () => {
    if (rename.isPending || name.trim() === "") return;
    if (isSame(name.trim(), base)) return end();
    rename.mutate({ id, name, base }, { onSuccess: end, onError: () => setBase(known) });
  };
  const leave = () => {
    rename.reset();
    end();
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") leave();
    event.stopPropagation();
  };
  return (
    <div ref={box} className="contents">
      <Field
        label={<span className="sr-only">{label}</span>}
        error={failure && (fieldMessage(failure, "name") ?? failure.message)}
        className="flex-1 gap-0"
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            size="sm"
            autoFocus
            maxLength={maxLength}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              if (rename.error) rename.reset();
            }}
            onKeyDown={steer}
          />
        )}
      </Field>
      <Button size="sm" variant="ghost" onClick={leave}>
        Cancel
      </Button>
      <Button size="sm" disabled={name.trim() === ""} onClick={commit}>
        Rename
      </Button>
    </div>
  );
}
