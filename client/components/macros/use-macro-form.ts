import { useRef, useState } from "react";
import type { Macro } from "../../../shared/macros.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { typedSince } from "../dialogs/typed-since.ts";
import { useUnsavedForm } from "../dialogs/unsaved-form.ts";
import { useShownError } from "../dialogs/use-shown-error.ts";
import { notify } from "../notices.ts";
import {
  draftFrom,
  emptyMacro,
  type MacroDraft,
  type MacroValues,
  macroInputOf,
} from "./macro-values.ts";
import { useSaveMacro } from "./use-macros.ts";

interface MacroFormOptions {
  macro: Macro | null;
  begin: Partial<MacroValues> | undefined;
  onSaved: () => void;
}

/** The form's values, and the saved state they are compared to. */
export function useMacroForm({ macro, begin, onSaved }: MacroFormOptions) {
  const utils = trpc.useUtils();
  const [begun, setBegun] = useState<MacroDraft>(() =>
    macro ? draftFrom(macro) : { id: null, values: { ...emptyMacro, ...begin } },
  );
  const [values, setValues] = useState(begun.values);
  const latest = useRef(values);
  latest.current = values;
  const save = useSaveMacro();
  const { failure, forget } = useShownError(save.error);
  const sent = useRef(values);
  useUnsavedForm(() => {
    const known = save.isPending ? sent.current : begun.values;
    return JSON.stringify(values) !== JSON.stringify(known);
  });

  const set = (change: Partial<MacroValues>) => {
    setValues((before) => ({ ...before, ...change }));
    forget();
  };

  /** After a conflict, loads the current state: saving again overwrites it on purpose. */
  const learn = async ({ id, values: before }: MacroDraft) => {
    const list = await utils.macros.list.fetch(undefined, { staleTime: 0 }).catch(() => null);
    const found = list?.macros.find((one) => one.id === id);
    if (!found) return;
    const next = draftFrom(found);
    setBegun(next);
    setValues((now) => typedSince(now, before, next.values));
  };

  const submit = () => {
    if (save.isPending) return;
    sent.current = values;
    const input = macroInputOf(values, begun);
    save.mutate(input, {
      onSuccess: ({ id }) => {
        notify({ kind: "success", message: begun.id ? "Macro saved" : "Macro created" });
        if (latest.current === values) return onSaved();
        // Text typed while saving is not saved yet.
        const { id: _, base: __, ...base } = input;
        setBegun({ id, base, values });
      },
      onError: (error) => {
        if (readFailure(error).code === "changed_meanwhile") void learn(begun);
      },
    });
  };
  return {
    values,
    set,
    submit,
    isNew: begun.id === null,
    failure,
  };
}
