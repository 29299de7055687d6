import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useToldError } from "../../components/unsaved/use-told-error.ts";
import { useUnsavedForm } from "../../components/unsaved/use-unsaved-form.ts";
import { fieldMessage, readFailure } from "../../data/errors.ts";

interface RenameFieldProps {
  label: string;
  id: string;
  name: string;
  maxLength: number;
  /** What was typed, as the desk keeps it. */
  asKept: (typed: string) => string;
  useRename: () => Rename;
  /** Told whether the focus was here still, and not led elsewhere meanwhile. */
  onDone: (hadFocus: boolean) => void;
}

interface Rename {
  mutate: (
    input: { id: string; name: string; base: string },
    then: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
  isPending: boolean;
  error: unknown;
}

/** A name that is changed where it stands. */
export function RenameField(props: RenameFieldProps) {
  const { label, id, name: known, maxLength, asKept, useRename, onDone } = props;
  const rename = useRename();
  // What stood here when one began: somebody else may rename it meanwhile.
  const [begun, setBegun] = useState<string | null>(known);
  const base = begun ?? known;
  const [name, setName] = useState(known);
  const latest = useRef(name);
  latest.current = name;
  const sent = useRef(name);
  // Pressed while the name before was on its way.
  const again = useRef(false);
  const { told, forget } = useToldError(rename.error);
  const failure = told ? readFailure(told) : null;
  useUnsavedForm(() => name !== (rename.isPending ? sent.current : base));
  const box = useRef<HTMLDivElement>(null);
  const end = () => onDone(box.current?.contains(document.activeElement) ?? false);
  const commit = () => {
    if (name.trim() === "") return;
    if (rename.isPending) {
      again.current = true;
      return;
    }
    const kept = asKept(name);
    if (kept === base) return end();
    sent.current = name;
    rename.mutate(
      { id, name: kept, base },
      {
        // What was typed while it was on its way is the next name.
        onSuccess: () => (latest.current === name ? end() : setBegun(kept)),
        onError(error) {
          again.current = false;
          // They are told what it is called now: whoever renames it again means it.
          if (readFailure(error).code === "changed_meanwhile") setBegun(null);
        },
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the name before has come.
  useEffect(() => {
    if (rename.isPending || !again.current) return;
    again.current = false;
    commit();
  }, [rename.isPending]);
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") end();
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
              forget();
            }}
            onKeyDown={steer}
          />
        )}
      </Field>
      <Button size="sm" variant="ghost" onClick={end}>
        Cancel
      </Button>
      <Button size="sm" disabled={name.trim() === ""} onClick={commit}>
        Rename
      </Button>
    </div>
  );
}
