import { type KeyboardEvent, useRef } from "react";
import type { DeskFields } from "../../../shared/desk.ts";
import { formQuestion } from "../../app/navigation/unsaved-forms.ts";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { useUnsavedForm } from "../../components/unsaved/use-unsaved-form.ts";
import { useTypedSetting } from "./use-typed-setting.ts";

type Typed = "name" | "overdueHours" | "autoCloseDays";

interface LineSettingProps<Name extends Typed> {
  field: Name;
  label: string;
  /** What was saved, where that is not what its field is called. */
  noun?: string;
  hint: string;
  /** Behind the number: of one, and of several. */
  unit?: readonly [one: string, many: string];
  value: DeskFields[Name];
  /** What was typed as a value, or the words for what is wrong with it. */
  read: (text: string) => DeskFields[Name] | { wrong: string };
  maxLength: number;
}

/** A line that is saved when one leaves it or presses Enter; Escape puts back what stood there. */
export function LineSetting<Name extends Typed>(props: LineSettingProps<Name>) {
  const { field, label, noun = label, hint, unit, value, read, maxLength } = props;
  const { typed, type, putBack, set, error, setError } = useTypedSetting(field, noun, value);
  const text = typed ?? String(value);
  const input = useRef<HTMLInputElement>(null);
  // Whoever goes elsewhere with the pointer has saved it by that.
  const isHere = () => document.activeElement === input.current;
  useUnsavedForm(() => typed !== null && (error !== null || isHere()));
  const commit = () => {
    if (typed === null) return;
    const given = read(typed.trim());
    if (typeof given === "object") return setError(given.wrong);
    set(given);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && typed !== null) putBack();
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
            // What was refused once is not sent again just because one leaves it, nor what is asked about.
            onBlur={() => !error && formQuestion.get() === null && commit()}
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

/** A whole number between two. */
export function readWhole({ min, max }: { min: number; max: number }) {
  return (text: string): number | { wrong: string } => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    return { wrong: `This must be a whole number from ${min} to ${max}.` };
  };
}
