import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { isTyping } from "../../app/keyboard/keys.ts";
import { copyText } from "../../data/browser/copy-text.ts";
import { notify } from "../notices.ts";
import { useMounted } from "../use-mounted.ts";

/** The server's error about a text. */
export interface FieldRefusal {
  message: string;
  /** Someone else changed it in the meantime, and the new value is already shown. */
  isOvertaken: boolean;
}

interface FieldWords {
  label: string;
  value: string;
  multiline: boolean;
  check: ((words: string) => string | null) | undefined;
  onSave: (words: string, seen: string) => Promise<FieldRefusal | null>;
  /** Returns the focus to the element that started editing. */
  onLeft: () => void;
}

/** A text being edited: its value, its error, and when it is saved. */
export function useFieldWords({ label, value, multiline, check, onSave, onLeft }: FieldWords) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isOvertaken, setOvertaken] = useState(false);
  const seen = useRef<string | null>(null);
  /** Counts edits, so that a late answer is matched to the edit it belongs to. */
  const begun = useRef(0);
  const mounted = useMounted();

  const fail = (message: string | null, overtaken = false) => {
    setError(message);
    setOvertaken(overtaken);
  };
  const leave = () => {
    setTyped(null);
    fail(null);
  };
  const save = async (): Promise<void> => {
    if (typed === null) return;
    const words = multiline ? typed.trim() : typed.trim().replaceAll(/\s+/g, " ");
    const before = seen.current ?? value;
    const wrong = words === before ? null : (check?.(words) ?? null);
    fail(wrong);
    if (wrong) return;
    leave();
    if (words === before) return;
    const beginning = begun.current;
    const refused = await onSave(words, before);
    if (!refused) return;
    // Saving again after a conflict overwrites it on purpose; other errors change nothing.
    seen.current = refused.isOvertaken ? null : before;
    const isElsewhere = begun.current !== beginning || isTyping(document.activeElement);
    if (!mounted.current || isElsewhere) {
      return notifyUnsavedText(label, typed, refused.message);
    }
    setTyped(typed);
    fail(refused.message, refused.isOvertaken);
  };
  const latestSave = useRef(save);
  latestSave.current = save;
  // Navigating back unmounts the field without a blur event.
  useLayoutEffect(() => () => void latestSave.current(), []);

  return {
    typed,
    error,
    isOvertaken,
    begin: () => {
      begun.current += 1;
      seen.current = value;
      setTyped(value);
    },
    type: (words: string) => {
      setTyped(words);
      fail(null);
    },
    save,
    /** Escape reverts; Enter saves, with Ctrl or Cmd in a field of several lines. */
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

/** Shown when the field is no longer on screen and its text would be lost. */
export function notifyUnsavedText(label: string, words: string, refused: string): void {
  notify({
    kind: "error",
    title: `${label} not saved`,
    message: refused,
    action: { label: "Copy your text", run: () => void copyText(words) },
  });
}
