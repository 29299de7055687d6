import { type KeyboardEvent, useRef } from "react";
import type { DeskFields } from "../../../shared/desk.ts";
import { unsavedFormPrompt } from "../../app/navigation/unsaved-forms.ts";
import { useUnsavedForm } from "../../components/dialogs/use-unsaved-form.ts";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useTypedSetting } from "./use-desk.ts";

type Typed = Exclude<keyof DeskFields, "accent" | "language" | "auditMonths">;

interface TextSettingProps<Name extends Typed> {
  field: Name;
  label: string;
  /** The name in notices, if it differs from the label. */
  noun?: string;
  hint: string;
  /** The unit after the number, singular and plural. */
  unit?: readonly [one: string, many: string];
  value: DeskFields[Name];
  /** The typed text as a value, or an error message. */
  read: (text: string) => DeskFields[Name] | { wrong: string };
  maxLength: number;
}

/** A setting in a text field, saved on Enter and when the field is left. Escape restores the value. */
export function TextSetting<Name extends Typed>(props: TextSettingProps<Name>) {
  const { field, label, noun = label, hint, unit, value, read, maxLength } = props;
  const { typed, type, reset, set, error, setError } = useTypedSetting(field, noun, value);
  const text = typed ?? String(value);
  const input = useRef<HTMLInputElement>(null);
  // Clicking elsewhere saves the field, so only a focused or refused one is unsaved.
  const isFocused = () => document.activeElement === input.current;
  useUnsavedForm(() => typed !== null && (error !== null || isFocused()));
  const commit = () => {
    if (typed === null) return;
    const given = read(typed.trim());
    if (typeof given === "object" && given !== null) return setError(given.wrong);
    set(given);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && typed !== null) reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            {...control}
            ref={input}
            dir={unit ? undefined : "auto"}
            inputMode={unit ? "numeric" : undefined}
            autoComplete="off"
            maxLength={maxLength}
            value={text}
            onChange={(event) => type(event.target.value)}
            // Leaving the field does not resend a refused value, or save while a dialog asks about it.
            onBlur={() => !error && unsavedFormPrompt.get() === null && commit()}
            onKeyDown={steer}
            className={unit && "w-20 text-right tabular-nums"}
          />
          {unit && (
            <span className="text-muted-foreground">{unit[text.trim() === "1" ? 0 : 1]}</span>
          )}
        </span>
      )}
    </Field>
  );
}

/** Reads a whole number in a range. */
export function readWhole({ min, max }: { min: number; max: number }) {
  return (text: string): number | { wrong: string } => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    return { wrong: `Enter a whole number from ${min} to ${max}.` };
  };
}
