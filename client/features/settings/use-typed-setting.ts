import { useRef, useState } from "react";
import type { DeskFields } from "../../../shared/desk.ts";
import { useSetDesk } from "./use-desk.ts";

/** A setting that is typed: what stands in its field, and what it is set against. */
export function useTypedSetting<Field extends keyof DeskFields>(
  field: Field,
  words: string,
  value: DeskFields[Field],
) {
  const { save, error, setError, isPending } = useSetDesk(field, words);
  const [typed, setTyped] = useState<string | null>(null);
  // What stood here when one began to type: somebody else may set it meanwhile.
  const [base, setBase] = useState(value);
  const sent = useRef<{ value: DeskFields[Field] } | null>(null);

  return {
    typed,
    base,
    error,
    setError,
    type(text: string) {
      if (typed === null) setBase(value);
      setTyped(text);
      setError(null);
    },
    putBack() {
      setTyped(null);
      setError(null);
    },
    /** What is refused stays as it was typed; what is taken is the setting's own from then on. */
    set(given: DeskFields[Field]) {
      const before = isPending ? sent.current : null;
      if (before && before.value === given) return;
      sent.current = { value: given };
      const stood = typed === null ? value : base;
      save(
        given,
        before ? before.value : stood,
        () => {
          setBase(given);
          setTyped((now) => (now === typed ? null : now));
        },
        setBase,
      );
    },
  };
}
