import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useUnsavedForm } from "../../components/dialogs/unsaved-form.ts";
import { useShownError } from "../../components/dialogs/use-shown-error.ts";
import { Button } from "../../components/ui/button.tsx";
import { TextField } from "../../components/ui/text-field.tsx";
import { fieldMessage, readFailure } from "../../data/errors.ts";

interface RenameFieldProps {
  label: string;
  id: string;
  name: string;
  maxLength: number;
  /** Normalises the typed name. */
  normalize: (typed: string) => string;
  useRename: () => Rename;
  /** `hadFocus`: the focus was still in the field. */
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

/** A name edited in place. */
export function RenameField(props: RenameFieldProps) {
  const { label, id, name: known, maxLength, normalize, useRename, onDone } = props;
  const rename = useRename();
  // The name when editing started, to detect that someone else renamed it.
  const [seen, setSeen] = useState<string | null>(known);
  const base = seen ?? known;
  const [name, setName] = useState(known);
  const latest = useRef(name);
  latest.current = name;
  const sent = useRef(name);
  // Enter was pressed while the name before was being saved.
  const saveNext = useRef(false);
  const { failure, forget } = useShownError(rename.error);
  useUnsavedForm(() => name !== (rename.isPending ? sent.current : base));
  const box = useRef<HTMLDivElement>(null);
  const end = () => onDone(box.current?.contains(document.activeElement) ?? false);
  const commit = () => {
    if (name.trim() === "") return;
    if (rename.isPending) {
      saveNext.current = true;
      return;
    }
    const next = normalize(name);
    if (next === base) return end();
    sent.current = name;
    rename.mutate(
      { id, name: next, base },
      {
        // Text typed while the name was being saved is the next name.
        onSuccess: () => (latest.current === name ? end() : setSeen(next)),
        onError(error) {
          saveNext.current = false;
          // The error shows the current name. Renaming again then overwrites it on purpose.
          if (readFailure(error).code === "changed_meanwhile") setSeen(null);
        },
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the name before is saved.
  useEffect(() => {
    if (rename.isPending || !saveNext.current) return;
    saveNext.current = false;
    commit();
  }, [rename.isPending]);
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") end();
    event.stopPropagation();
  };
  return (
    <div ref={box} className="contents">
      <TextField
        label={<span className="sr-only">{label}</span>}
        error={failure && (fieldMessage(failure, "name") ?? failure.message)}
        className="flex-1 gap-0"
        dir="auto"
        size="sm"
        autoFocus
        maxLength={maxLength}
        value={name}
        onType={(typed) => {
          setName(typed);
          forget();
        }}
        onKeyDown={steer}
      />
      <Button size="sm" variant="ghost" onClick={end}>
        Cancel
      </Button>
      <Button size="sm" disabled={name.trim() === ""} onClick={commit}>
        Rename
      </Button>
    </div>
  );
}

/** Whether a name is being edited. Afterwards the focus returns to the button that started it. */
export function useRenaming() {
  const [state, setState] = useState<"idle" | "renaming" | "renamed">("idle");
  return {
    isRenaming: state === "renaming",
    wasRenamed: state === "renamed",
    start: () => setState("renaming"),
    finish: (hadFocus: boolean) => setState(hadFocus ? "renamed" : "idle"),
  };
}
