import { type KeyboardEvent, useRef, useState } from "react";
import { copyText } from "../../lib/browser/copy-text.ts";
import { notify } from "../../lib/notices.ts";
import { useMounted } from "../use-mounted.ts";

interface FieldWords {
  label: string;
  value: string;
  multiline: boolean;
  check: ((words: string) => string | null) | undefined;
  onSave: (words: string, seen: string) => Promise<string | null>;
  /** The focus goes back to where one began. */
  onLeft: () => void;
}

/** Words that are being changed: what is typed, what is wrong with it, and when it is saved. */
export function useFieldWords({ label, value, multiline, check, onSave, onLeft }: FieldWords) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const seen = useRef<string | null>(null);
  const mounted = useMounted();

  const leave = () => {
    setTyped(null);
    setError(null);
  };
  const save = async (): Promise<void> => {
    if (typed === null) return;
    const words = multiline ? typed.trim() : typed.trim().replaceAll(/\s+/g, " ");
    const before = seen.current ?? value;
    const wrong = words === before ? null : (check?.(words) ?? null);
    setError(wrong);
    if (wrong) return;
    leave();
    if (words === before) return;
    const refused = await onSave(words, before);
    if (refused && !mounted.current) tellOfWords(label, typed, refused);
    else if (refused) {
      // Whoever saves it once more has read what stands there now.
      seen.current = null;
      setTyped(typed);
      setError(refused);
    }
  };
  return {
    typed,
    error,
    begin: () => {
      seen.current = value;
      setTyped(value);
    },
    type: (words: string) => {
      setTyped(words);
      setError(null);
    },
    save,
    /** Escape leaves the words as they were; Enter saves, with Ctrl or Cmd where there are lines. */
    steer: (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        leave();
        onLeft();
      } else if (event.key === "Enter" && (!multiline || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void save();
        onLeft();
      }
    },
  };
}

/** The field is left by now, and the words would be lost. */
export function tellOfWords(label: string, words: string, refused: string): void {
  notify({
    ...{ kind: "error", title: `${label} not saved`, message: refused },
    action: { label: "Copy what you wrote", run: () => void copyText(words) },
  });
}
